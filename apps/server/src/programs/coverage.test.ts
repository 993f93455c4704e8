import { readFileSync, readdirSync } from 'node:fs';
import ccxt from 'ccxt';
import { RestClientV5 } from 'bybit-api';
import { describe, expect, test } from 'vitest';
import { V5_PATHS } from '@tapedeck/gateway';
import { CCXT_NOT_HERE, NOT_HERE, notHereTable, whyNot } from '../testing/not-here.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
/** Sources of the tests with ccxt. */
const driven = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.startsWith('ccxt') && name.endsWith('.test.ts'))
  .map(read)
  .join('\n');

/** Every path of ccxt's implicit API. */
function ccxtPaths(): readonly string[] {
  const api = new ccxt.bybit().api as Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  return Object.values(api).flatMap((byMethod) => Object.values(byMethod).flatMap((paths) => Object.keys(paths).map((path) => `/${path}`)));
}

const parts = new Proxy({}, { get: (_target, name) => (typeof name === 'symbol' ? undefined : 'X') });

/** Path that each method of bybit-api calls; nothing is sent. */
async function libraryPaths(): Promise<ReadonlyMap<string, string>> {
  const called = new Map<string, string>();
  let asked = '';
  const client = new RestClientV5({ key: 'k', secret: 's' }) as unknown as Record<string, (...given: unknown[]) => unknown>;
  for (const name of ['get', 'post', 'getPrivate', 'postPrivate'])
    client[name] = (path) => {
      asked = String(path);
      return Promise.resolve({ retCode: 0, result: {} });
    };
  const methods = Object.getOwnPropertyNames(RestClientV5.prototype).filter((name) => !NO_CALLS.includes(name));
  for (const name of methods) {
    asked = '';
    await client[name]?.(parts, parts, parts);
    called.set(name, asked);
  }
  return called;
}
/** Methods that ask nothing of their own, and one that takes a file. */
const NO_CALLS = ['constructor', 'getClientType', 'fetchServerTime', 'uploadP2PChatFile'];

describe('every call that the libraries know is answered or listed with its reason', () => {
  test('BOT-01 ccxt: its implicit API', () => {
    const paths = ccxtPaths();
    expect(paths.length).toBeGreaterThan(400);
    expect(paths.filter((path) => !V5_PATHS.has(path) && whyNot(path) === undefined)).toEqual([]);
  });

  test('BOT-01 bybit-api: its methods', async () => {
    const called = await libraryPaths();
    expect(called.size).toBeGreaterThan(350);
    const neither = [...called].filter(([, path]) => !V5_PATHS.has(path) && whyNot(path) === undefined);
    expect(neither).toEqual([]);
  });

  test('BOT-01 ccxt: its unified methods are driven against the server, or listed', () => {
    const { has } = new ccxt.bybit();
    const listed = new Set(CCXT_NOT_HERE.flatMap(({ methods }) => methods));
    // Streams and orders over WebSocket have their own tests; properties that are not methods describe an exchange.
    const isMethod = (name: string): boolean =>
      !/^(un)?[wW]atch|Ws$/.test(name) && typeof (ccxt.bybit.prototype as unknown as Record<string, unknown>)[name] === 'function';
    const methods = Object.entries(has).flatMap(([name, answer]) =>
      answer !== undefined && answer !== false && isMethod(name) ? [name] : [],
    );
    expect(methods.length).toBeGreaterThan(80);
    expect(methods.filter((name) => !listed.has(name) && !driven.includes(`exchange.${name}(`))).toEqual([]);
  });

  test('BOT-01 nothing is both answered and listed', () => {
    expect([...V5_PATHS].filter((path) => whyNot(path) !== undefined)).toEqual([]);
    expect(CCXT_NOT_HERE.flatMap(({ methods }) => methods).filter((name) => driven.includes(`exchange.${name}(`))).toEqual([]);
  });

  test('BOT-01 the documentation shows the same table, and every route', () => {
    const page = read('../../../../docs/compatibility.md');
    const rows = page.split('\n').filter((line) => line.startsWith('| '));
    const cells = (line: string): string => line.replace(/\s+/g, ' ');
    const shown = new Set(rows.map(cells));
    expect(notHereTable().filter((line) => !shown.has(cells(line)))).toEqual([]);
    const missing = [...V5_PATHS].filter((path) => !page.includes(`\`${path.replace('/v5/', '')}\``));
    expect(missing).toEqual([]);
    expect(NOT_HERE.every(({ why }) => why.endsWith('.'))).toBe(true);
  });
});
