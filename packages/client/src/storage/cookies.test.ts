import { expect, test } from 'vitest';
import { pageCookies, type CookiePage } from './cookies.ts';

/** A page that stores cookies as a browser does, and the cookie strings it received. */
function fakePage(): CookiePage & { readonly told: string[] } {
  const kept = new Map<string, string>();
  const told: string[] = [];
  return {
    told,
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text) {
      told.push(text);
      const [pair = '', ...attributes] = text.split('; ');
      const at = pair.indexOf('=');
      if (attributes.includes('Max-Age=0')) kept.delete(pair.slice(0, at));
      else kept.set(pair.slice(0, at), pair.slice(at + 1));
    },
  };
}

test('API-04 a cookie lives for 100 days unless told otherwise, on its own site and port', () => {
  const page = fakePage();
  const cookies = pageCookies(page, { protocol: 'http:', port: '4300' });
  cookies.set('one', 'first');
  cookies.set('two', 'second', 10_080);
  expect(page.told).toEqual([
    'tapedeck-one-4300=first; Path=/; Max-Age=8640000; SameSite=Strict',
    'tapedeck-two-4300=second; Path=/; Max-Age=604800; SameSite=Strict',
  ]);
  expect([cookies.get('one'), cookies.get('two'), cookies.get('three')]).toEqual(['first', 'second', undefined]);
  expect(pageCookies(page, { protocol: 'http:', port: '4301' }).get('one')).toBeUndefined();
  cookies.set('one', '', 0);
  expect(cookies.get('one')).toBeUndefined();
});

test('API-04 over TLS a cookie is never sent without it', () => {
  const page = fakePage();
  pageCookies(page, { protocol: 'https:', port: '' }).set('one', 'first');
  expect(page.told[0]).toMatch(/; Secure$/);
});
