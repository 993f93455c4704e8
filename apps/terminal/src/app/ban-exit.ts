/** Where a banned visitor may still look around (specification, section 2). */
export const BANNED_PAGE = '/pt-BR/trade/spot/BTC/USDT';
const ROOT = '/';

/** An address of this site or of one that is allowed; the root of this one in place of any other. */
export function exitTarget(href: string, origin: string, allowed: readonly string[]): string {
  const url = URL.parse(href, origin);
  if (url === null || !/^https?:$/.test(url.protocol)) return ROOT;
  if (url.origin === origin) return `${url.pathname}${url.search}${url.hash}`;
  return allowed.includes(url.origin) ? url.href : ROOT;
}

const contentOf = (page: Document, name: string): string =>
  [...page.head.querySelectorAll('meta')].find((meta) => meta.name === name)?.content ?? '';

/** What the page's head says: `tapedeck-ban-exit`, and other sites that it may be on in `tapedeck-ban-exit-sites`, parted by commas. */
export function banExit(page: Document, origin: string): string {
  const allowed = contentOf(page, 'tapedeck-ban-exit-sites').split(',');
  return exitTarget(
    contentOf(page, 'tapedeck-ban-exit') || ROOT,
    origin,
    allowed.map((site) => site.trim()),
  );
}
