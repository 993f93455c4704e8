// A bare Fastify route that appends what it got to a file, syncs it, and answers: the peer of durable orders over HTTP.
import { fdatasync, openSync, write } from 'node:fs';
import { promisify } from 'node:util';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

const file = openSync(process.argv[2] ?? '', 'a');
const append = promisify(write) as (handle: number, text: string) => Promise<unknown>;
const sync = promisify(fdatasync);
const app = Fastify();
app.post('/append', async (request) => {
  await append(file, `${JSON.stringify(request.body)}\n`);
  await sync(file);
  return { ret_code: 0 };
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`port ${(app.server.address() as AddressInfo).port}\n`);
