import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../options.ts';

/** Decides which host names browsers may use for this server and which pages may access it. */
export interface OriginGuard {
  /** Whether the Host header names this server; a foreign name that resolves here would let a page access a local server. */
  hostAllowed(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean;
  /** Whether a request that changes state or opens a socket comes from the terminal's own pages or from no page at all. */
  originAllowed(headers: IncomingHttpHeaders): boolean;
}

interface OriginGuardOptions {
  readonly boundHost: string;
  readonly furtherNames: readonly string[];
  /** The server itself serves https: a page over http is another origin. */
  readonly tls: boolean;
}

/** Names for loopback; on a public address also any IP address (it cannot be rebound) and the given names. */
export function createOriginGuard({ boundHost, furtherNames, tls }: OriginGuardOptions): OriginGuard {
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
      if (headers.origin === undefined) return true;
      const [, scheme, host] = ORIGIN.exec(headers.origin) ?? [];
      return scheme !== undefined && (!tls || scheme.toLowerCase() === 'https') && host?.toLowerCase() === headers.host?.toLowerCase();
    },
  };
}

/** `[::1]:4300` becomes `::1`; undefined if it is not a host. */
function hostName(header: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(header ?? '');
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

/** With two Host headers, two readers could each use a different one. */
function hostSaidOnce({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let said = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === HOST.length && name.toLowerCase() === HOST) said += 1;
  }
  return said === 1;
}
const HOST = 'host';

const ORIGIN = /^(https?):\/\/([^/?#@]+)$/i;
