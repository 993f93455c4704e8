import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InlineHashes } from './security-headers.ts';

const YEAR_S = 365 * 24 * 60 * 60;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** Endings of the packed copies that the build makes, best first. */
const PACKED = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof PACKED;

interface StaticFile {
  readonly plain: Buffer;
  readonly packed: ReadonlyMap<Encoding, Buffer>;
  readonly type: string;
  readonly caching: string;
  readonly tag: string;
}

function readStaticFile(folder: string, name: string): StaticFile {
  const plain = readFileSync(join(folder, name));
  const packed = new Map<Encoding, Buffer>();
  for (const [encoding, ending] of Object.entries(PACKED) as [Encoding, string][]) {
    if (existsSync(join(folder, name + ending))) packed.set(encoding, readFileSync(join(folder, name + ending)));
  }
  return {
    plain,
    packed,
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    // The build puts a hash of the content into the names under assets/.
    caching: name.startsWith('assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  };
}

function accepts(request: FastifyRequest): (encoding: Encoding) => boolean {
  const offered = (request.headers['accept-encoding'] ?? '').split(',').map((part) => part.trim());
  return (encoding) => offered.some((part) => part.split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(part));
}

function send(file: StaticFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header('cache-control', file.caching).header('etag', file.tag);
  if (file.packed.size > 0) void reply.header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.includes(file.tag) === true) return reply.code(304).send();
  const wanted = accepts(request);
  for (const [encoding, bytes] of file.packed) {
    if (wanted(encoding)) return reply.type(file.type).header('content-encoding', encoding).send(bytes);
  }
  return reply.type(file.type).send(file.plain);
}

/** Hashes of the scripts and styles that stand in the page itself, as a content policy names them. */
export function inlineHashes(folder: string): InlineHashes {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) return { scripts: [], styles: [] };
  const page = readFileSync(file, 'utf8');
  const hashes = (parts: RegExp) =>
    [...page.matchAll(parts)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return { scripts: hashes(/<script>([^]*?)<\/script>/g), styles: hashes(/<style>([^]*?)<\/style>/g) };
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export interface StaticFiles {
  /** What answers a path; `undefined` where there is no file. */
  at(path: string): Answer | undefined;
  /** Sends the page, for every route inside it. */
  readonly page: Answer;
}

/**
 * The built terminal in memory: a first view waits for its files, and the disk belongs to the journal. Paths are looked up among the names
 * that were read: no path of a request ever reaches the file system.
 */
export function readStaticFiles(folder: string): StaticFiles {
  if (!existsSync(join(folder, 'index.html'))) {
    const answer: Answer = (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send('The terminal is not built. Run: npm run build\n');
    return { at: () => undefined, page: answer };
  }
  const isCopy = (name: string): boolean => Object.values(PACKED).some((ending) => name.endsWith(ending));
  const files = new Map<string, Answer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const name = join(entry.parentPath, entry.name).slice(folder.length).split(sep).filter(Boolean).join('/');
    if (
      !entry.isFile() ||
      isCopy(name) ||
      name.endsWith('.map') ||
      name === 'index.html' ||
      name.split('/').some((part) => part.startsWith('.'))
    )
      continue;
    const file = readStaticFile(folder, name);
    files.set(`/${name}`, (request, reply) => send(file, request, reply));
  }
  const page = readStaticFile(folder, 'index.html');
  return { at: (path) => files.get(path), page: (request, reply) => send(page, request, reply) };
}
