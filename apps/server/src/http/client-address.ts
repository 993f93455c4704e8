import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';

const MAPPED = '::ffff:';
/** The part of an IPv6 address that belongs to one customer of a network: the rest costs nothing to change. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** Tells clients apart. Nobody is trusted because of an address alone. */
export interface ClientAddresses {
  /** The address that a request came from, or that a trusted proxy says it came from. */
  addressOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): string;
  /** The same for limits: of IPv6 the network. */
  clientOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): string;
  /** Whether the other end of a connection is a trusted proxy. */
  isProxy(socket: Pick<Socket, 'remoteAddress'>): boolean;
  /** Whether a trusted proxy passes on a request that reached it by https. */
  isForwardedTls(request: Pick<IncomingMessage, 'headers' | 'socket'>): boolean;
}

/** `proxies`: the addresses whose `X-Forwarded-For` is believed. */
export function createClientAddresses(proxies: readonly string[]): ClientAddresses {
  const trusted = new Set(proxies.map(plain));
  const peerOf = ({ socket }: Pick<IncomingMessage, 'socket'>): string => plain(socket.remoteAddress ?? '');
  const addressOf: ClientAddresses['addressOf'] = (request) => {
    const peer = peerOf(request);
    if (!trusted.has(peer)) return peer;
    // Each proxy adds the address that it was asked from to the end: the last one that is no proxy of ours is the client.
    const hops = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => plain(hop.trim()));
    const client = hops.findLast((hop) => !trusted.has(hop));
    return client !== undefined && isIP(client) !== 0 ? client : peer;
  };
  return {
    addressOf,
    clientOf: (request) => networkOf(addressOf(request)),
    isProxy: (socket) => trusted.has(plain(socket.remoteAddress ?? '')),
    isForwardedTls: (request) => trusted.has(peerOf(request)) && request.headers['x-forwarded-proto'] === 'https',
  };
}

/** An IPv4 address that stands in an IPv6 one is that IPv4 address. */
function plain(address: string): string {
  const lower = address.toLowerCase();
  return lower.startsWith(MAPPED) && isIP(lower.slice(MAPPED.length)) === 4 ? lower.slice(MAPPED.length) : lower;
}

function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== '')) as [string[], string[]];
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
