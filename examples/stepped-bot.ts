// A bot in stepped time. It looks at each minute bar and turns its position towards the last move; in the end it prints its fills. The
// same run prints the same fills.
//
//   npm start -- --clock steps --data ./stepped
//   node tools/run.mjs examples/stepped-bot.ts 'http://127.0.0.1:4300/enter?token=…' 30

import { setTimeout } from 'node:timers/promises';

const [, , entry = '', count = '30'] = process.argv;
const MINUTES = Number(count);
const MINUTE_MS = 60_000;
const RETRY_MS = 500;
const { origin } = new URL(entry);

interface Step {
  /** The recording has no more trades. */
  readonly ended: boolean;
  /** Minutes that ended: start, open, high, low, close, volume, turnover; oldest first. */
  readonly rows: readonly (readonly string[])[];
}
interface Fills {
  readonly list: readonly Readonly<Record<'orderLinkId' | 'side' | 'execPrice' | 'execQty' | 'execFee', string>>[];
}

/** The address that the server prints logs its owner in, once. */
async function logIn(): Promise<string> {
  const answer = await fetch(entry, { redirect: 'manual' });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');
}

const cookie = await logIn();

async function call<Result>(method: 'GET' | 'POST', path: string, body?: object): Promise<Result> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // The history of a server that has just started opens in a moment; nothing was done.
  if (answer.status === 503) return setTimeout(RETRY_MS).then(() => call<Result>(method, path, body));
  const { ret_code, ret_msg, result } = (await answer.json()) as { ret_code: number; ret_msg: string; result: Result };
  if (ret_code !== 0) throw new Error(`${path}: ${ret_code} ${ret_msg}`);
  return result;
}

let before = 0;
for (let minute = 0; minute < MINUTES; minute += 1) {
  // Time goes on only here: however long the rest takes, the market waits.
  const { ended, rows } = await call<Step>('POST', '/contract/v5/market/step', { milliseconds: MINUTE_MS, symbol: 'BTCUSDT' });
  if (ended) break;
  const last = Number(rows.at(-1)?.[4] ?? before);
  await call('POST', '/contract/v5/order/create', {
    symbol: 'BTCUSDT',
    side: last < before ? 'Sell' : 'Buy',
    orderType: 'Market',
    qty: '0.01',
    orderLinkId: `minute-${minute}`,
  });
  before = last;
}

// The lists of the past may be a moment behind the exchange.
let fills: Fills = { list: [] };
do fills = await call<Fills>('GET', '/contract/v5/execution/list?limit=200');
while (fills.list[0]?.orderLinkId !== `minute-${MINUTES - 1}`);
for (const { orderLinkId, side, execPrice, execQty, execFee } of fills.list) {
  console.log([orderLinkId, side, execPrice, execQty, execFee].join(' '));
}
