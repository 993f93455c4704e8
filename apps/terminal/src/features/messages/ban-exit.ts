/** Page that a banned visitor may still view. */
export const BANNED_PAGE = '/pt-BR/trade/spot/BTC/USDT';
const ROOT = '/';

/** An address of this site or of an allowed one; the root of this site instead of any other. */
export function exitTarget(href: string, origin: string, allowed: readonly string[]): string {
  const url = URL.parse(href, origin);
  if (url === null || !/^https?:$/.test(url.protocol)) return ROOT;
  if (url.origin === origin) return `${url.pathname}${url.search}${url.hash}`;
  return allowed.includes(url.origin) ? url.href : ROOT;
}

const contentOf = (page: Document, name: string): string =>
  [...page.head.querySelectorAll('meta')].find((meta) => meta.name === name)?.content ?? '';

/** Reads `tapedeck-ban-exit` and the allowed sites in `tapedeck-ban-exit-sites` (comma-separated) from the page's head. */
export function banExit(page: Document, origin: string): string {
  const allowed = contentOf(page, 'tapedeck-ban-exit-sites').split(',');
  return exitTarget(
    contentOf(page, 'tapedeck-ban-exit') || ROOT,
    origin,
    allowed.map((site) => site.trim()),
  );
}
