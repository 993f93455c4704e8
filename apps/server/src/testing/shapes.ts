import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Shape of an answer: each path with the kinds of values seen there. `[]` stands for the items of a list, `*` for names that are data.
 * Facts about answers of a real venue, without their values.
 */
export type Shape = Readonly<Record<string, string>>;
/** Shapes by call: method, path and, where the answer has one, category. */
export type Shapes = Readonly<Record<string, Shape>>;

/** Objects whose names are coins. */
const MAPS = ['cumFeeDetail', 'availableWithdrawalMap'];

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'string') return typeof value;
  if (value === '') return 'empty';
  return /^-?\d+(\.\d+)?$/.test(value) ? 'decimal' : 'text';
}

/** Notes the kinds of everything inside a value. */
function note(at: string, value: unknown, into: Map<string, Set<string>>): void {
  const add = (kind: string): void => {
    into.set(at, (into.get(at) ?? new Set<string>()).add(kind));
  };
  if (Array.isArray(value)) {
    add('list');
    for (const item of value) note(`${at}[]`, item, into);
  } else if (typeof value === 'object' && value !== null) {
    add('object');
    const isMap = MAPS.some((name) => at.endsWith(name));
    for (const [key, part] of Object.entries(value)) note(`${at}.${isMap ? '*' : key}`, part, into);
  } else add(kindOf(value));
}

export function shapeOf(values: readonly unknown[]): Shape {
  const found = new Map<string, Set<string>>();
  for (const value of values) note('result', value, found);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([at, kinds]) => [at, [...kinds].sort().join('|')]));
}

/** Differences from the recording, as lines; `known` are paths that may be absent (`-`), added (`+`) or of another kind (`~`). */
export function differences(recorded: Shape, ours: Shape, known: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  const isInside = (at: string, all: Shape): boolean => Object.hasOwn(all, at);
  // Everything inside an absent object is absent too.
  const parents = (at: string): readonly string[] => at.split(/(?=\.|\[\])/).map((_, i, parts) => parts.slice(0, i + 1).join(''));
  const first = (at: string, all: Shape): string => parents(at).find((parent) => !isInside(parent, all)) ?? at;
  for (const at of Object.keys(recorded)) if (!isInside(at, ours)) found.add(`-${first(at, ours)}`);
  for (const at of Object.keys(ours)) if (!isInside(at, recorded)) found.add(`+${first(at, recorded)}`);
  for (const [at, kinds] of Object.entries(ours)) {
    const allowed = recorded[at]?.split('|');
    if (allowed === undefined) continue;
    // An id of letters may be one of digits here.
    const isText = (kind: string): boolean => ['text', 'decimal', 'empty'].includes(kind);
    const fits = (kind: string): boolean =>
      allowed.includes(kind) || (kind === 'decimal' && allowed.includes('text')) || (isFree(at) && isText(kind));
    const wrong = kinds.split('|').filter((kind) => !fits(kind));
    if (wrong.length > 0) found.add(`~${at} ${wrong.join('|')}`);
  }
  const isKnown = (line: string): boolean => known.has(line);
  return [...[...found].filter((line) => !isKnown(line)), ...[...known].filter((line) => !found.has(line)).map((line) => `unused ${line}`)];
}

/** Texts that are empty when there is nothing to name, whatever was recorded. */
const FREE = ['nextPageCursor', 'orderLinkId', 'orderId'];
const isFree = (at: string): boolean => FREE.some((name) => at.endsWith(`.${name}`));

interface Answer {
  readonly call: string;
  readonly result: unknown;
  /** From a library that turned numbers into texts and put cursors into rows. */
  readonly loose: boolean;
}

const CASES: readonly (readonly [file: string, call: string, category?: string])[] = [
  ['account_info', 'GET /v5/account/info'],
  ['executions', 'GET /v5/execution/list'],
  ['fee_rate', 'GET /v5/account/fee-rate'],
  ['funding_history', 'GET /v5/market/funding/history'],
  ['instruments_inverse', 'GET /v5/market/instruments-info', 'inverse'],
  ['instruments_linear', 'GET /v5/market/instruments-info', 'linear'],
  ['instruments_option', 'GET /v5/market/instruments-info', 'option'],
  ['instruments_spot', 'GET /v5/market/instruments-info', 'spot'],
  ['orderbook', 'GET /v5/market/orderbook'],
  ['orders_history', 'GET /v5/order/history', 'linear'],
  ['orders_realtime', 'GET /v5/order/realtime', 'linear'],
  ['positions', 'GET /v5/position/list'],
  ['trades_recent', 'GET /v5/market/recent-trade'],
  ['wallet_balance', 'GET /v5/account/wallet-balance'],
  ['wallet_balance_with_spot_borrow', 'GET /v5/account/wallet-balance'],
];

const withCategory = (call: string, result: unknown): string => {
  const category = (result as { readonly category?: unknown } | null)?.category;
  return typeof category === 'string' ? `${call} ${category}` : call;
};

/** Calls that change something; libraries record only where they go. */
const CHANGES = ['/create', '/amend', '/cancel-all', '/borrow'];
const methodOf = (endpoint: string): string => (CHANGES.some((end) => endpoint.endsWith(end)) ? 'POST' : 'GET');

/** The recorded answers of a folder; none when there is no folder. */
export function recordedAnswers(folder: string | undefined): readonly Answer[] {
  const rest = folder === undefined ? undefined : path.join(folder, 'bybit/rest_v5');
  if (rest === undefined || !existsSync(rest)) return [];
  const read = (name: string): string => readFileSync(path.join(rest, name), 'utf8');
  interface Example {
    readonly http_method: string;
    readonly path: string;
    readonly response: { readonly retCode: number; readonly result?: unknown };
  }
  interface Library {
    readonly endpoint: string;
    readonly httpResponse: { readonly result: unknown };
  }
  const examples = (JSON.parse(read('endpoint_examples.json')) as readonly Example[]).map(({ http_method, path: at, response }) => {
    return { call: withCategory(`${http_method} ${at}`, response.result), result: response.result, loose: false };
  });
  const cases = CASES.map(([file, call, category]) => {
    const { result } = JSON.parse(read(`adapter_cases/http_get_${file}.json`)) as { readonly result: unknown };
    return { call: category === undefined ? withCategory(call, result) : `${call} ${category}`, result, loose: false };
  });
  const libraries = (JSON.parse(read('client_library_responses.json')) as readonly Library[]).map(({ endpoint, httpResponse }) => {
    const { result } = httpResponse;
    return { call: withCategory(`${methodOf(endpoint)} ${endpoint}`, result), result, loose: true };
  });
  const lists = JSON.parse(read('instruments_info.json')) as Readonly<Record<string, readonly unknown[]>>;
  const instruments = Object.entries(lists).map(([category, list]) => {
    return { call: `GET /v5/market/instruments-info ${category}`, result: { category, list }, loose: true };
  });
  const packed = gunzipSync(readFileSync(path.join(rest, 'tickers_2023-08-16.json.gz'))).toString('utf8');
  const tickers = Object.entries(JSON.parse(packed) as Readonly<Record<string, { readonly result: unknown }>>).map(([category, answer]) => {
    return { call: `GET /v5/market/tickers ${category}`, result: answer.result, loose: false };
  });
  return [...examples, ...cases, ...libraries, ...instruments, ...tickers];
}

/** Put into rows by the library that recorded them. */
const isPutIn = (at: string): boolean => at.endsWith('[].nextPageCursor');

/** Shapes of all recorded answers to calls that `isOurs`; values known only from loose recordings may be numbers as well. */
export function recordedShapes(answers: readonly Answer[], isOurs: (call: string) => boolean): Shapes {
  const calls = [...new Set(answers.map(({ call }) => call))].filter(isOurs).sort();
  return Object.fromEntries(
    calls.map((call) => {
      const own = answers.filter((answer) => answer.call === call);
      const strict = shapeOf(own.filter(({ loose }) => !loose).map(({ result }) => result));
      const loose = Object.entries(shapeOf(own.filter((answer) => answer.loose).map(({ result }) => result)))
        .filter(([at]) => !isPutIn(at))
        .map(([at, kinds]) => {
          const known = strict[at];
          // A number here may have been a number or a text there.
          const certain = kinds.split('|').filter((kind) => known === undefined || kind !== 'decimal');
          const all = [...(known?.split('|') ?? []), ...certain.flatMap((kind) => (kind === 'decimal' ? ['decimal', 'number'] : [kind]))];
          return [at, [...new Set(all)].sort().join('|')] as const;
        });
      return [call, Object.fromEntries([...Object.entries(strict), ...loose].sort(([a], [b]) => (a < b ? -1 : 1)))];
    }),
  );
}

/** One line for each call: its name, then each path with its kinds. */
export const writeShapes = (shapes: Shapes): string =>
  Object.entries(shapes)
    .map(([call, shape]) => `${[call, ...Object.entries(shape).map(([at, kinds]) => `${at}=${kinds}`)].join('\t')}\n`)
    .join('');

export const readShapes = (text: string): Shapes =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [call = '', ...paths] = line.split('\t');
        return [call, Object.fromEntries(paths.map((one) => one.split('=') as [string, string]))];
      }),
  );
