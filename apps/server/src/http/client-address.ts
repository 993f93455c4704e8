import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress, type Socket } from 'node:net';

const MAPPED = '::ffff:';
/** The part of an IPv6 address that identifies one customer of a network: the rest is free to change. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;
/** Every client can send the header. */
const UNNAMED_REPORTED_MAX = 10;
const PORT_MAX = 65_535;
/** An address that a port may follow: IPv6 only in brackets, because a colon separates its groups too. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::(\d{1,5}))?$/i;

/** Distinguishes clients. An address alone grants no trust. */
export interface ClientAddresses {
  /** The address of a request's sender, or the one that a trusted proxy reports. */
  addressOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): string;
  /** The same for rate limits: for IPv6, the network. */
  clientOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): string;
  /** Whether the other end of a connection is a trusted proxy. */
  isProxy(socket: Pick<Socket, 'remoteAddress'>): boolean;
  /** Whether a trusted proxy passes on a request that reached it by https. */
  isForwardedTls(request: Pick<IncomingMessage, 'headers' | 'socket'>): boolean;
}

/**
 * `proxies`: the addresses whose `X-Forwarded-For` is trusted. `onUnnamed` gets each address once that passes on the requests of
 * others without being one of them.
 */
export function createClientAddresses(proxies: readonly string[], onUnnamed?: (address: string) => void): ClientAddresses {
  const trusted = new Set(proxies.map(canonical));
  const unnamed = new Set<string>();
  const reportUnnamed = (peer: string): void => {
    if (unnamed.size >= UNNAMED_REPORTED_MAX || unnamed.has(peer)) return;
    unnamed.add(peer);
    onUnnamed?.(peer);
  };
  const peerOf = ({ socket }: Pick<IncomingMessage, 'socket'>): string => plain(socket.remoteAddress ?? '');
  const addressOf: ClientAddresses['addressOf'] = (request) => {
    const peer = peerOf(request);
    if (!trusted.has(peer)) {
      if (request.headers['x-forwarded-for'] !== undefined) reportUnnamed(peer);
      return peer;
    }
    // Each proxy appends its client's address: the last one that is not a trusted proxy is the client.
    const hops = listOf(request.headers['x-forwarded-for']).map(readHop);
    const client = hops.findLast((hop) => hop === undefined || !trusted.has(hop));
    return client ?? peer;
  };
  return {
    addressOf,
    clientOf: (request) => networkOf(addressOf(request)),
    isProxy: (socket) => trusted.has(plain(socket.remoteAddress ?? '')),
    // The first proxy names the connection of the browser. A client that puts an entry in front changes only its own cookie.
    isForwardedTls: (request) => trusted.has(peerOf(request)) && listOf(request.headers['x-forwarded-proto'])[0]?.toLowerCase() === 'https',
  };
}

const listOf = (header: string | readonly string[] | undefined): readonly string[] =>
  String(header ?? '')
    .split(',')
    .map((part) => part.trim());

/** The address of an entry of `X-Forwarded-For`, with or without a port; undefined if it is not one. */
function readHop(hop: string): string | undefined {
  if (isIP(hop) !== 0) return canonical(hop);
  const [, bracketed, bare, port = '0'] = WITH_PORT.exec(hop) ?? [];
  const address = bracketed ?? bare ?? '';
  const isAddress = isIP(address) === (bracketed === undefined ? 4 : 6);
  return isAddress && Number(port) <= PORT_MAX ? canonical(address) : undefined;
}

/** One text for each address: an IPv6 address has several. */
function canonical(address: string): string {
  if (isIP(address) !== 6) return address;
  return plain(new SocketAddress({ family: 'ipv6', address: zoneless(address) }).address);
}

/** A zone has a meaning on one machine only. */
const zoneless = (address: string): string => address.split('%', 1)[0] ?? '';

/** An IPv4-mapped IPv6 address is that IPv4 address. */
function plain(address: string): string {
  const lower = zoneless(address).toLowerCase();
  return lower.startsWith(MAPPED) && isIP(lower.slice(MAPPED.length)) === 4 ? lower.slice(MAPPED.length) : lower;
}

function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== '')) as [string[], string[]];
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
