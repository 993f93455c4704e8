import {
  BASE_FEE_TIER,
  defaultSettings,
  lotCount,
  refusal,
  withFeeTier,
  type AccountKind,
  type AccountState,
  type Instrument,
  type PositionRecord,
} from '@tapedeck/domain';
import { encodeOrder, leverageText, type InputOf } from '@tapedeck/protocol';
import { v5PositionListQuery, v5SymbolInfoQuery } from '@tapedeck/protocol/v5';
import { countWithin, type Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { badField, symbolUnknown } from '../replies.ts';
import { categoryOf, instrumentOf, listOf } from '../symbols.ts';
import { v5Done, v5Refused, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { wholeAccount, withState } from './account-state.ts';
import { encodeV5Flat, encodeV5Position, withExits } from './encode-position.ts';
import { crossAccountOf, wholeMargins } from './whole-margin.ts';

const READ_LIMIT = 50;
const PAGE_DEFAULT = 20;
const PAGE_MAX = 200;

type Prices = Pick<Services, 'catalogue' | 'venue'>;
type ListQuery = InputOf<typeof v5PositionListQuery>;

/** TP/SL and trailing stop of the entire position, read from its conditional orders. */
function exitsOf({ orders }: AccountState, position: PositionRecord, instrument: Instrument) {
  const own = orders.filter(
    (one) => one.instrument === position.instrument && one.positionIndex === position.positionIndex && one.stop !== undefined,
  );
  return own.map((order) => {
    const { stop } = encodeOrder(order, instrument);
    return { kind: order.stop?.kind ?? '', price: stop?.triggerPrice ?? '', distance: stop?.trailing?.trailValue ?? '' };
  });
}

const isHedged = (state: AccountState, { id }: Instrument): boolean =>
  state.settings.some(({ instrument, positionMode }) => instrument === id && positionMode === 'BothSide');

/** The positions of one symbol, including flat ones; in hedge mode both. */
export function rowsOf(state: AccountState, listed: Instrument, kind: AccountKind, prices: Prices): readonly object[] {
  const instrument = withFeeTier(listed, state.feeTier ?? BASE_FEE_TIER);
  const market = prices.venue.market(instrument.id)?.state;
  const margins = wholeMargins(state, kind, prices);
  const account = margins && crossAccountOf(margins, instrument.settleCoin);
  const settings = state.settings.find((one) => one.instrument === instrument.id) ?? defaultSettings(state.account, instrument.id);
  return (isHedged(state, instrument) ? [1, 2] : [0]).map((index) => {
    const position = state.positions.find(
      (one) => one.instrument === instrument.id && one.positionIndex === index && lotCount(one.size) > 0,
    );
    if (position === undefined) {
      const side = index === 2 ? { ...settings, longLeverage: settings.shortLeverage } : settings;
      return encodeV5Flat(instrument, market, side, index);
    }
    return withExits(encodeV5Position(position, instrument, { market, account }), exitsOf(state, position, instrument));
  });
}

/** Orders the rows of all symbols; a cursor names the last one of its page. */
const placeOf = ({ id }: Instrument, index: number): number => 2 * id + index;

/** The place after which a page begins; `undefined` for an unknown cursor. */
function startOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined || cursor === '') return -1;
  return /^\d{1,12}$/.test(cursor) ? Number(cursor) : undefined;
}

/** Contracts in which the account has a position, as filtered by the query. */
function heldIn(state: AccountState, { category, settleCoin, baseCoin }: ListQuery, { catalogue }: Services): readonly Instrument[] {
  const held = new Set(state.positions.filter(({ size }) => lotCount(size) > 0).map(({ instrument }) => instrument));
  return catalogue.instruments.filter(
    (one) =>
      held.has(one.id) &&
      categoryOf(one) === category &&
      (settleCoin === undefined || one.settleCoin === settleCoin) &&
      (baseCoin === undefined || one.baseCoin === baseCoin),
  );
}

async function positions(query: ListQuery, services: Services, caller: Caller): Promise<V5Reply> {
  const { session } = caller;
  const { category, symbol, settleCoin } = query;
  if (category === 'linear' && symbol === undefined && settleCoin === undefined) return badField('symbol', 'or settleCoin is missing');
  const limit = countWithin(query.limit, PAGE_DEFAULT, 1, PAGE_MAX);
  if (limit === undefined) return badField('limit', `must be between 1 and ${String(PAGE_MAX)}`);
  const start = startOf(query.cursor);
  if (start === undefined) return badField('cursor');
  const state = await wholeAccount(services, caller);
  if (state === undefined) return v5Refused(refusal('accountUnknown'));
  const named = symbol === undefined ? undefined : instrumentOf(services.catalogue, category, symbol);
  if (symbol !== undefined && named === undefined) return symbolUnknown();
  const rest = (named === undefined ? heldIn(state, query, services) : [named])
    .flatMap((one) => rowsOf(state, one, session.accountKind, services).map((row, index) => ({ row, place: placeOf(one, index) })))
    .filter(({ row, place }) => place > start && (named !== undefined || (row as { size: string }).size !== '0'))
    .sort((a, b) => a.place - b.place);
  const page = rest.slice(0, limit);
  const nextPageCursor = rest.length > limit ? String(page.at(-1)?.place) : '';
  return v5Done({ category, list: page.map(({ row }) => row), nextPageCursor });
}

/** Leverage of a symbol without a position; of all trading symbols if none is given. */
function symbolInfo(
  { category, symbol }: InputOf<typeof v5SymbolInfoQuery>,
  services: Services,
  caller: Caller,
): Promise<V5Reply> | V5Reply {
  const named = symbol === undefined ? undefined : instrumentOf(services.catalogue, category, symbol);
  if (symbol !== undefined && named === undefined) return symbolUnknown();
  return withState(services, caller, (state) => {
    const all = named === undefined ? listOf(services.catalogue, category) : [named];
    const list = all.flatMap((instrument) => {
      const settings = state.settings.find((one) => one.instrument === instrument.id) ?? defaultSettings(state.account, instrument.id);
      const long = leverageText(settings.longLeverage);
      if (settings.positionMode === 'MergedSingle') return [{ symbol: instrument.symbol, leverage: long, side: '', positionIdx: 0 }];
      return [
        { symbol: instrument.symbol, leverage: long, side: 'Buy', positionIdx: 1 },
        { symbol: instrument.symbol, leverage: leverageText(settings.shortLeverage), side: 'Sell', positionIdx: 2 },
      ];
    });
    return v5Done({ list });
  });
}

export const POSITION_LIST_ROUTES: readonly V5Route[] = [
  v5Route<ListQuery>({
    method: 'GET',
    path: '/v5/position/list',
    cost: 'list',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Positions.',
    request: v5PositionListQuery,
    answer: positions,
  }),
  v5Route<InputOf<typeof v5SymbolInfoQuery>>({
    method: 'GET',
    path: '/v5/position/symbol-info',
    cost: 'light',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Leverage of symbols, with or without a position.',
    request: v5SymbolInfoQuery,
    answer: symbolInfo,
  }),
];
