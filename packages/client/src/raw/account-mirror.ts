import {
  BASE_FEE_TIER,
  isTerminal,
  lotCount,
  type AccountId,
  type Coin,
  type FeeTier,
  type Instrument,
  type InstrumentId,
  type Money,
  type OrderId,
} from '@tapedeck/domain';
import type {
  CopyRecord,
  OrderRecord,
  PositionIndex,
  PositionRecord,
  SettingsRecord,
  StrategyId,
  StrategyRecord,
  WalletBalance,
} from '@tapedeck/domain';
import {
  decodeCopying,
  decodeOrder,
  decodePosition,
  decodeSettings,
  decodeStrategy,
  decodeWallet,
  privateFrame,
  privateSnapshotFrame,
  readWire,
} from '@tapedeck/protocol';
import type { CopyStateItem, OrderItem, PositionItem, PrivateFrame, SettingsItem, StrategyItem, WalletItem } from '@tapedeck/protocol';

/** The server's view of the account, as of frame `seq`; never edited here. */
export interface AccountMirror {
  readonly account: AccountId;
  readonly seq: number;
  /** Open orders. */
  readonly orders: ReadonlyMap<OrderId, OrderRecord>;
  /** The newest ended orders, oldest first; they resolve orders whose answer was lost. */
  readonly ended: ReadonlyMap<OrderId, OrderRecord>;
  readonly positions: ReadonlyMap<string, PositionRecord>;
  /** Positions closed since the first snapshot (size 0); returned only when empty positions are requested. */
  readonly emptied: ReadonlyMap<string, PositionRecord>;
  /** Settings of the instruments that differ from the defaults. */
  readonly settings: ReadonlyMap<InstrumentId, SettingsRecord>;
  /** Running strategies and recently ended ones. */
  readonly strategies: ReadonlyMap<StrategyId, StrategyRecord>;
  /** The account's role in copy trading. */
  readonly copying: CopyRecord | undefined;
  /** Cash of the trading wallet. */
  readonly wallet: ReadonlyMap<Coin, Money>;
  /** The other wallets, by `wallet coin`; may include empty ones. */
  readonly wallets: ReadonlyMap<string, WalletBalance>;
  /** Coins whose holdings do not count as collateral. */
  readonly notCollateral: ReadonlySet<Coin>;
  /** Determines the account's fees. */
  readonly feeTier: FeeTier;
}

export const ENDED_ORDERS_KEPT = 200;

/** Terms for decoding private frames. */
export interface AccountKeys {
  readonly account: AccountId;
  instrument(symbol: string): Instrument | undefined;
}

export type MirrorNews =
  | { readonly kind: 'orderEnded'; readonly order: OrderRecord }
  | { readonly kind: 'orderMade'; readonly order: OrderRecord }
  | { readonly kind: 'orderEdited'; readonly order: OrderRecord; readonly before: OrderRecord }
  /** The user's labels, which decide the fees, have changed. */
  | { readonly kind: 'feesChanged' }
  | { readonly kind: 'liquidated'; readonly symbol: string; readonly side: 'Buy' | 'Sell'; readonly size: string };

export type MirrorStep =
  | { readonly kind: 'applied'; readonly mirror: AccountMirror; readonly news: readonly MirrorNews[] }
  /** Already contained, or from before the first snapshot. */
  | { readonly kind: 'old' }
  /** Data is missing: a fresh snapshot is needed. */
  | { readonly kind: 'gap' };

export const positionKey = (symbol: string, index: PositionIndex): string => `${symbol}:${index}`;

/** Items of instruments unknown to the catalogue are left out: no screen could show them. */
function known<T extends { readonly symbol: string }, R>(
  keys: AccountKeys,
  items: readonly T[],
  decode: (item: T, instrument: Instrument) => R,
): R[] {
  const records: R[] = [];
  for (const item of items) {
    const instrument = keys.instrument(item.symbol);
    if (instrument !== undefined) records.push(decode(item, instrument));
  }
  return records;
}

const readOrders = (keys: AccountKeys, items: readonly OrderItem[]): OrderRecord[] =>
  known(keys, items, (item, instrument) => decodeOrder(item, keys.account, instrument));

type Positions = Pick<AccountMirror, 'positions' | 'emptied'>;

function withPositions(keys: AccountKeys, before: Positions, items: readonly PositionItem[]): Positions {
  const after = new Map(before.positions);
  const emptied = new Map(before.emptied);
  for (const [key, record] of known(
    keys,
    items,
    (item, own) => [positionKey(item.symbol, item.positionIdx), decodePosition(item, keys.account, own)] as const,
  )) {
    const [into, outOf] = lotCount(record.size) === 0 ? [emptied, after] : [after, emptied];
    into.set(key, record);
    outOf.delete(key);
  }
  return { positions: after, emptied };
}

function withSettings(
  keys: AccountKeys,
  before: ReadonlyMap<InstrumentId, SettingsRecord>,
  items: readonly SettingsItem[],
): Map<InstrumentId, SettingsRecord> {
  const after = new Map(before);
  for (const record of known(keys, items, (item, own) => decodeSettings(item, keys.account, own))) after.set(record.instrument, record);
  return after;
}

/** At least as many ended strategies as the server keeps, so that none is dropped earlier here. */
export const STRATEGIES_KEPT = 200;

function withStrategies(
  keys: AccountKeys,
  before: ReadonlyMap<StrategyId, StrategyRecord>,
  items: readonly StrategyItem[],
): Map<StrategyId, StrategyRecord> {
  const after = new Map(before);
  const idOf = (symbol: string): InstrumentId | undefined => keys.instrument(symbol)?.id;
  for (const record of known(keys, items, (item, own) => decodeStrategy(item, keys.account, own, { idOf }))) {
    after.set(record.strategyId, record);
  }
  for (const [id, { ended }] of after) {
    if (after.size <= STRATEGIES_KEPT) break;
    if (ended !== undefined) after.delete(id);
  }
  return after;
}

const readCopying = (keys: AccountKeys, item: CopyStateItem): CopyRecord | undefined =>
  decodeCopying(item, (symbol) => keys.instrument(symbol)?.id);

function readLastCopying(keys: AccountKeys, before: CopyRecord | undefined, items: readonly CopyStateItem[]): CopyRecord | undefined {
  const last = items.at(-1);
  return last === undefined ? before : readCopying(keys, last);
}

type Wallets = Pick<AccountMirror, 'wallet' | 'wallets' | 'notCollateral'>;

function withWallets(before: Wallets, items: readonly WalletItem[]): Wallets {
  const cash = new Map(before.wallet);
  const wallets = new Map(before.wallets);
  let notCollateral = before.notCollateral;
  for (const { wallet, coin, amount, isCollateral } of items.map(decodeWallet)) {
    if (isCollateral !== undefined && isCollateral === notCollateral.has(coin)) {
      notCollateral = new Set(isCollateral ? [...notCollateral].filter((other) => other !== coin) : [...notCollateral, coin]);
    }
    if (wallet === 'trading') cash.set(coin, amount);
    else wallets.set(`${wallet} ${coin}`, { wallet, coin, amount });
  }
  return { wallet: cash, wallets, notCollateral };
}

/** Orders open in the mirror but absent from a snapshot, without a reported end. */
export function missedEnds(before: AccountMirror | undefined, after: AccountMirror): readonly OrderRecord[] {
  const open = [...(before?.orders.values() ?? [])];
  return open.filter(({ orderId }) => !after.orders.has(orderId) && !after.ended.has(orderId));
}

export function withOrders(mirror: AccountMirror, records: readonly OrderRecord[]): { mirror: AccountMirror; news: MirrorNews[] } {
  const orders = new Map(mirror.orders);
  const ended = new Map(mirror.ended);
  const news: MirrorNews[] = [];
  for (const order of records) {
    // An ended order stays ended: a second `Filled` is not reported, and an older state does not revive the order.
    if (ended.has(order.orderId)) continue;
    if (!isTerminal(order.status)) {
      const known = orders.get(order.orderId);
      orders.set(order.orderId, order);
      if (known === undefined) news.push({ kind: 'orderMade', order });
      else if (known.price !== order.price || known.quantity !== order.quantity) news.push({ kind: 'orderEdited', order, before: known });
      continue;
    }
    orders.delete(order.orderId);
    ended.set(order.orderId, order);
    news.push({ kind: 'orderEnded', order });
  }
  for (const oldest of ended.keys()) {
    if (ended.size <= ENDED_ORDERS_KEPT) break;
    ended.delete(oldest);
  }
  return { mirror: { ...mirror, orders, ended }, news };
}

function readSnapshot(keys: AccountKeys, before: AccountMirror | undefined, frame: unknown): AccountMirror | undefined {
  const parsed = readWire(privateSnapshotFrame, frame);
  if (!parsed.ok) return undefined;
  const { account, orders } = parsed.value.data;
  return {
    account: keys.account,
    seq: parsed.value.seq,
    orders: new Map(readOrders(keys, orders).map((order) => [order.orderId, order])),
    ended: before?.ended ?? new Map(),
    ...withPositions(keys, { positions: new Map(), emptied: before?.emptied ?? new Map() }, account.positions),
    settings: withSettings(keys, new Map(), account.settings),
    strategies: withStrategies(keys, new Map(), account.strategies ?? []),
    copying: account.copying && readCopying(keys, account.copying),
    feeTier: account.feeTier ?? BASE_FEE_TIER,
    ...withWallets({ wallet: new Map(), wallets: new Map(), notCollateral: new Set() }, account.wallet),
  };
}

function applyFrame(keys: AccountKeys, before: AccountMirror, frame: PrivateFrame): { mirror: AccountMirror; news: readonly MirrorNews[] } {
  const mirror = { ...before, seq: frame.seq };
  switch (frame.topic) {
    case 'user.order':
      return withOrders(mirror, readOrders(keys, frame.data));
    case 'user.position':
      return { mirror: { ...mirror, ...withPositions(keys, before, frame.data) }, news: [] };
    case 'user.settings':
      return { mirror: { ...mirror, settings: withSettings(keys, before.settings, frame.data) }, news: [] };
    case 'user.wallet':
      return { mirror: { ...mirror, ...withWallets(before, frame.data) }, news: [] };
    case 'user.strategy':
      return { mirror: { ...mirror, strategies: withStrategies(keys, before.strategies, frame.data) }, news: [] };
    case 'user.copy':
      return { mirror: { ...mirror, copying: readLastCopying(keys, before.copying, frame.data) }, news: [] };
    case 'user.fees':
      return { mirror: { ...mirror, feeTier: frame.data.at(-1)?.tier ?? before.feeTier }, news: [{ kind: 'feesChanged' }] };
    case 'user.liquidation':
      return { mirror, news: frame.data.map(({ symbol, side, size }) => ({ kind: 'liquidated', symbol, side, size })) };
    case 'user.execution':
      return { mirror, news: [] };
  }
}

/** The mirror after one private frame, by its number: each is applied once and none is skipped. Never throws. */
export function stepMirror(keys: AccountKeys, before: AccountMirror | undefined, frame: Readonly<Record<string, unknown>>): MirrorStep {
  try {
    if (frame['topic'] === 'user.snapshot') {
      const mirror = readSnapshot(keys, before, frame);
      return mirror === undefined ? { kind: 'gap' } : { kind: 'applied', mirror, news: [] };
    }
    if (before === undefined) return { kind: 'old' };
    const parsed = readWire(privateFrame, frame);
    if (!parsed.ok) return { kind: 'gap' };
    if (parsed.value.seq <= before.seq) return { kind: 'old' };
    if (parsed.value.seq !== before.seq + 1) return { kind: 'gap' };
    return { kind: 'applied', ...applyFrame(keys, before, parsed.value) };
  } catch {
    return { kind: 'gap' };
  }
}
