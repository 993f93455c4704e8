import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../options.ts';

/** What a proxy adds. They are believed only in so far as there is a proxy. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether the other end is on this machine, by its address; who comes through a proxy here is not. */
export function isLocalVisitor(request: IncomingMessage): boolean {
  if (PROXY_HEADERS.some((name) => request.headers[name] !== undefined)) return false;
  const address = request.socket.remoteAddress ?? '';
  return isLoopback(address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address);
}
