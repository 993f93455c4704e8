import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedBy } from './compression.ts';
import { sendKept } from './kept-bytes.ts';
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
/** Extensions of the compressed copies made by the build, best first. */
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
    // The build puts a content hash into the names under assets/.
    caching: name.startsWith('assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  };
}

function send(file: StaticFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Also on an answer that only confirms a cached copy: the copy takes over its headers, and they depend on the type.
  void reply.header('cache-control', file.caching).header('etag', file.tag).type(file.type);
  if (file.packed.size > 0) void reply.header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.includes(file.tag) === true) return reply.code(304).send();
  const wanted = acceptedBy(request);
  for (const [encoding, bytes] of file.packed) {
    if (wanted(encoding)) return sendKept(reply.header('content-encoding', encoding), [bytes]);
  }
  return sendKept(reply, [file.plain]);
}

/** Hashes of the page's inline scripts and styles for a content policy. */
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
  /** Answer for a path; `undefined` if there is no file. */
  at(path: string): Answer | undefined;
  /** Sends the page for each of its routes. */
  readonly page: Answer;
}

/**
 * The built terminal in memory: a first paint waits for its files, and the disk belongs to the journal. Paths are
 * looked up among the loaded names: no request path ever reaches the file system.
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
