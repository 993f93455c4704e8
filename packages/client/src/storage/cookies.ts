import { COOKIE_LIFETIME_DAYS } from '../constants.ts';
import type { CookiePort } from '../ports/ports.ts';

const MINUTES_PER_DAY = 24 * 60;
const SECONDS_PER_MINUTE = 60;

/** The used part of a document. */
export interface CookiePage {
  cookie: string;
}

/**
 * Cookies of the page, sent to its own site only. Browsers do not separate cookies by port, so the names contain the
 * port: two servers on one machine do not share them.
 */
export function pageCookies(page: CookiePage, { protocol, port }: { readonly protocol: string; readonly port: string }): CookiePort {
  const own = (name: string): string => `tapedeck-${name}-${port}`;
  return {
    get(name) {
      const start = `${own(name)}=`;
      const found = page.cookie.split('; ').find((part) => part.startsWith(start));
      return found === undefined || found === start ? undefined : found.slice(start.length);
    },
    set(name, value, minutes = COOKIE_LIFETIME_DAYS * MINUTES_PER_DAY) {
      const secure = protocol === 'https:' ? '; Secure' : '';
      page.cookie = `${own(name)}=${value}; Path=/; Max-Age=${minutes * SECONDS_PER_MINUTE}; SameSite=Strict${secure}`;
    },
  };
}

/** Outside a page. */
export const NO_COOKIES: CookiePort = { get: () => undefined, set: () => undefined };
