// A bare stack that takes durable orders over HTTP: Fastify validates the body by a compiled schema, nodejs-order-book matches, and each
// order is stored and synced before its answer. It has no accounts, no margin, no streams and no history.
//   node tools/run.mjs bench/bare-fastify.ts FILE           appends orders to a file: the floor of ours
//   node tools/run.mjs bench/bare-fastify.ts FILE FOLDER    inserts them by the better-sqlite3 installed in the folder: a typical stack
import { fdatasync, openSync, write } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { OrderBook, Side, type LimitOrderOptions } from 'nodejs-order-book';

interface Order {
  readonly side: 'Buy' | 'Sell';
  readonly qty: string;
  readonly price: string;
  readonly timeInForce: string;
  readonly orderLinkId: string;
}

/** The peer's words; it exports no list of them. */
const FORCES: Readonly<Record<string, string>> = { GoodTillCancel: 'GTC', ImmediateOrCancel: 'IOC' };

const text = { type: 'string' } as const;
const fields = { symbol: text, side: text, orderType: text, qty: text, price: text, timeInForce: text, orderLinkId: text };
const schema = { body: { type: 'object', required: Object.keys(fields), properties: fields } };

type Store = (order: Order) => unknown;

function fileStore(name: string): Store {
  const file = openSync(name, 'a');
  const append = promisify(write) as (handle: number, text: string) => Promise<unknown>;
  const sync = promisify(fdatasync);
  return async (order) => {
    await append(file, `${JSON.stringify(order)}\n`);
    await sync(file);
  };
}

/** The used part of better-sqlite3, which is not a dependency: it brings native code. */
type Sqlite = new (name: string) => {
  pragma(text: string): unknown;
  exec(text: string): unknown;
  prepare(text: string): { run(...values: readonly string[]): unknown };
};

function databaseStore(name: string, folder: string): Store {
  const Database = createRequire(path.join(folder, 'package.json'))('better-sqlite3') as Sqlite;
  const database = new Database(name);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE orders (link TEXT PRIMARY KEY, side TEXT, qty TEXT, price TEXT, force TEXT)');
  const insert = database.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?)');
  return ({ orderLinkId, side, qty, price, timeInForce }) => insert.run(orderLinkId, side, qty, price, timeInForce);
}

const [, , name = '', folder] = process.argv;
const store = folder === undefined ? fileStore(name) : databaseStore(name, folder);
const book = new OrderBook();
const app = Fastify();
app.post<{ Body: Order }>('/order', { schema }, async ({ body }) => {
  const { side, qty, price, orderLinkId } = body;
  const timeInForce = (FORCES[body.timeInForce] ?? 'GTC') as NonNullable<LimitOrderOptions['timeInForce']>;
  const terms = { side: side === 'Buy' ? Side.BUY : Side.SELL, size: Number(qty), price: Number(price) };
  book.limit({ id: orderLinkId, ...terms, timeInForce });
  await store(body);
  return { ret_code: 0, result: { orderLinkId } };
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`port ${(app.server.address() as AddressInfo).port}\n`);
