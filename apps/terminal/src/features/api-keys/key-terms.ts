import type { ApiKeyTerms } from '@tapedeck/client';
import type { ApiScope } from '@tapedeck/protocol';

export const ADDRESSES_MAX = 20;
export const NAME_LENGTH_MAX = 40;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Expiry of a key as a choice: after a number of days, never, or unchanged. */
export const EXPIRIES = ['unchanged', '30', '90', '365', 'never'] as const;
export type Expiry = (typeof EXPIRIES)[number];

/** Draft of a key's terms, as text. */
export interface TermsDraft {
  readonly name: string;
  readonly scope: ApiScope;
  /** One address or network per line. */
  readonly addresses: string;
  readonly expiry: Expiry;
}

const OCTET = /^(25[0-5]|2[0-4]\d|1?\d?\d)$/;

function isIPv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => OCTET.test(part));
}

/** The browser parses an IPv6 address in the host of a URL. */
function isIPv6(text: string): boolean {
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);
}

/** Whether a text is an IP address or a network in CIDR form, by the server's rules. */
export function isAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  if (most < 0 || more.length > 0) return false;
  return bits === undefined || (/^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= most);
}

export const addressesIn = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** The terms to send; `undefined` while a field is missing or invalid. */
export function termsOf(draft: TermsDraft, now: number, before: number | undefined): ApiKeyTerms | undefined {
  const name = draft.name.trim();
  const addresses = addressesIn(draft.addresses);
  if (name === '' || addresses.length > ADDRESSES_MAX || !addresses.every(isAddress)) return undefined;
  const { scope, expiry } = draft;
  const expiresAtE3 = expiry === 'unchanged' ? before : expiry === 'never' ? undefined : now + Number(expiry) * DAY_MS;
  return { name, scope, addresses: [...addresses], ...(expiresAtE3 !== undefined && { expiresAtE3 }) };
}
