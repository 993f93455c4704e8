import { BlockList, isIP } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Whether an address is in this list of addresses and networks; `undefined` and the invalid text if one is neither. */
export function readAddresses(texts: readonly string[]): { readonly allows: (address: string) => boolean } | { readonly wrong: string } {
  const list = new BlockList();
  for (const text of texts) if (!add(list, text)) return { wrong: text };
  const isOpen = texts.length === 0;
  return { allows: (address) => isOpen || (isIP(address) !== 0 && list.check(address, familyOf(address))) };
}

function add(list: BlockList, text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false;
  const family = familyOf(address);
  if (bits === undefined) {
    list.addAddress(address, family);
    return true;
  }
  if (!/^(0|[1-9]\d{0,2})$/.test(bits) || Number(bits) > BITS[family]) return false;
  list.addSubnet(address, Number(bits), family);
  return true;
}
