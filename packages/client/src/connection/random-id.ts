import type { ClientPorts } from '../ports/ports.ts';

const RADIX = 36;

/** A random id of base-36 digits. */
export function randomId(ports: Pick<ClientPorts, 'random'>, length: number): string {
  let id = '';
  while (id.length < length) id += Math.trunc(ports.random() * RADIX).toString(RADIX);
  return id;
}
