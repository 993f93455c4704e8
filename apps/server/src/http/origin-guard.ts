import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../options.ts';

/** Decides which names a browser may use for this server and which pages may talk to it. */
export interface OriginGuard {
  /** Whether the Host header names this server; a foreign name that resolves here is how a page reaches into a local server. */
  hostAllowed(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean;
  /** Whether a request that changes something, or opens a socket, comes from the terminal's own pages or from no page at all. */
  originAllowed(headers: IncomingHttpHeaders): boolean;
}

/** Names for loopback; when others can reach the server, also any bare address (it cannot be rebound) and the names given. */
export function createOriginGuard(boundHost: string, furtherNames: readonly string[]): OriginGuard {
  const names = new Set(['localhost', ...furtherNames, boundHost.toLowerCase()]);
  const open = !isLoopback(boundHost);
  const hostAllowed: OriginGuard['hostAllowed'] = (request) => {
    const name = hostSaidOnce(request) ? hostName(request.headers.host) : undefined;
    return name !== undefined && (names.has(name) || isLoopback(name) || (open && isIP(name) !== 0));
  };
  return {
    hostAllowed,
    originAllowed: (headers) => {
      const site = headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
      return headers.origin === undefined || originHost(headers.origin) === headers.host?.toLowerCase();
    },
  };
}

/** `[::1]:4300` is `::1`; undefined for what is no host. */
function hostName(header: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(header ?? '');
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

/** Two readers of a request could each take another one of two Host headers. */
function hostSaidOnce({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let said = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === HOST.length && name.toLowerCase() === HOST) said += 1;
  }
  return said === 1;
}
const HOST = 'host';

function originHost(origin: string): string | undefined {
  const match = /^https?:\/\/([^/?#@]+)$/i.exec(origin);
  return match?.[1]?.toLowerCase();
}
