import { isOption, isSpot, lots, milliseconds, ticks, timestamp, valueAtTick } from '@tapedeck/domain';
import { readCopying, writeCopying } from './copying-image.ts';
import { CoinLedger } from '../ledger/ledger.ts';
import { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { readInstruments, writeInstruments } from './instrument-image.ts';
import { OpenOrder } from '../state/open-order.ts';
import { countsLock, isSpotExit, lockExit } from '../state/spot-exits.ts';
import { addSpotOrder } from '../state/spot-orders.ts';
import { readStrategies, writeStrategies } from './strategies-image.ts';
import { readConditional, writeConditional } from './conditional-image.ts';
import type { Market } from '../state/market.ts';
import type { Slot } from '../state/slot.ts';
import { StateOfAnotherVersion, type StateReader, type StateWriter } from '../codec/state-bytes.ts';

/**
 * Raised whenever the bytes change their meaning, or the same commands lead to another state; older images are not
 * read, the journal is replayed instead.
 */
const IMAGE_VERSION = 24;

/** All state that commands read and change, in canonical order. */
export function writeState(state: ExchangeState, writer: StateWriter): void {
  writer.number(IMAGE_VERSION);
  writer.number(milliseconds(state.now));
  writer.number(state.nextOrderId);
  writer.number(state.nextExecutionId);
  writer.number(state.nextTradeId);
  writer.number(state.interestAt);
  writeInstruments(state, writer);
  const coins = [...state.ledgers.keys()].sort();
  writer.number(coins.length);
  for (const coin of coins) state.ledger(coin).write(writer);
  for (const market of state.markets) market.write(writer);
  const accounts = state.accounts.byId;
  writer.number(accounts.length);
  for (const account of accounts) account.write(writer);
  const orders = accounts.flatMap((account) => account.orders.list()).sort((a, b) => a.orderId - b.orderId);
  writer.number(orders.length);
  for (const order of orders) order.write(writer);
  writeConditional(writer, state.triggers.all());
  writeStrategies(writer, state.strategies);
  writeCopying(writer, state.copying);
  const disconnects = [...state.disconnects].sort(([a], [b]) => a - b);
  writer.number(disconnects.length);
  for (const [account, { window, goneAt }] of disconnects) for (const value of [account, window, goneAt]) writer.number(value);
  writer.number(state.overdue.size);
  for (const account of [...state.overdue].sort((a, b) => a - b)) writer.number(account);
}

/** A slot with a position is among its market's holders, and an option's slot has its prices. */
function holdAgain(market: Market, slot: Slot): void {
  market.reviewHolder(slot);
  priceAgain(market, slot);
}

function priceAgain(market: Market, slot: Slot): void {
  if (isOption(slot.instrument)) slot.priceOption(market.optionPrices);
}

function readOrder(state: ExchangeState, reader: StateReader): void {
  const order = OpenOrder.read(reader, state.orderRows);
  const account = state.account(order.account);
  if (isSpot(order.instrument)) {
    addSpotOrder(account, order);
    return;
  }
  const slot = account.slot(order.instrument);
  account.addOrder(slot, order);
  priceAgain(state.market(order.instrument.id), slot);
  if (!order.reduceOnly)
    slot.count(order.positionIndex, order.side, order.left, valueAtTick(order.instrument, lots(order.left), ticks(order.price)));
}

/** Restores a fresh state of the same instruments. Throws `StateUnreadable` for another version or other instruments. */
export function readState(state: ExchangeState, reader: StateReader): void {
  const version = reader.number();
  if (version !== IMAGE_VERSION) throw new StateOfAnotherVersion(version, IMAGE_VERSION);
  state.now = timestamp(reader.number());
  state.nextOrderId = reader.number();
  state.nextExecutionId = reader.number();
  state.nextTradeId = reader.number();
  state.interestAt = reader.number();
  readInstruments(state, reader);
  state.ledgers.clear();
  for (let left = reader.number(); left > 0; left -= 1) {
    const ledger = CoinLedger.read(reader);
    state.ledgers.set(ledger.coin, ledger);
  }
  for (const market of state.markets) market.read(reader);
  state.accounts.clear();
  for (let left = reader.number(); left > 0; left -= 1) {
    const account = Account.read(reader, state);
    state.accounts.add(account);
    for (const slot of account.slots) if (slot.hasPosition) holdAgain(state.market(slot.instrument.id), slot);
  }
  for (let left = reader.number(); left > 0; left -= 1) readOrder(state, reader);
  for (const order of readConditional(reader, state.instruments)) {
    state.triggers.add(order);
    if (isSpotExit(order) && countsLock(order)) lockExit(state.account(order.terms.account), order);
  }
  readStrategies(reader, state.strategies, state.instruments);
  readCopying(reader, state);
  for (let left = reader.number(); left > 0; left -= 1) {
    state.disconnects.set(reader.number(), { window: reader.number(), goneAt: reader.number() });
  }
  for (let left = reader.number(); left > 0; left -= 1) state.overdue.add(reader.number());
}
