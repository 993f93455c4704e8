import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const YEAR_S = 365 * 24 * 60 * 60;

/** Serves the built terminal; `page` answers its address for every route inside it. */
export async function addStaticFiles(app: FastifyInstance, folder: string): Promise<(reply: FastifyReply) => FastifyReply> {
  if (!existsSync(join(folder, 'index.html'))) {
    return (reply) => reply.code(503).type('text/plain; charset=utf-8').send('The terminal is not built. Run: npm run build\n');
  }
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    // One route per file that exists now: no path of a request ever reaches the file system.
    wildcard: false,
    globIgnore: ['**/*.map', '**/index.html'],
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The build puts a hash of the content into the names under assets/.
      const hashed = path.slice(folder.length).split(/[\\/]/)[1] === 'assets';
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
    },
  });
  return (reply) => reply.sendFile('index.html');
}
