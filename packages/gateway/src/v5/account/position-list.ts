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
import { encodeOrder, leverageText, v5PositionListQuery, v5SymbolInfoQuery, type InputOf } from '@tapedeck/protocol';
import type { Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { badField, symbolUnknown } from '../replies.ts';
import { categoryOf, instrumentOf, listOf } from '../symbols.ts';
import { v5Done, v5Refused, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { withState } from './account-state.ts';
import { encodeV5Flat, encodeV5Position, withExits } from './encode-position.ts';
import { crossAccountOf, wholeMargins } from './whole-margin.ts';

const READ_LIMIT = 50;

type Prices = Pick<Services, 'catalogue' | 'venue'>;
type ListQuery = InputOf<typeof v5PositionListQuery>;

/** What TP/SL and trailing stop the whole of a position has: they stand in its waiting orders. */
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

/** The positions of one symbol, flat ones included; in hedge mode both. */
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

async function positions(query: ListQuery, services: Services, { session }: Caller): Promise<V5Reply> {
  const { category, symbol, settleCoin, baseCoin } = query;
  if (category === 'linear' && symbol === undefined && settleCoin === undefined) return badField('symbol', 'or settleCoin is missing');
  const snapshot = await services.venue.account(session.account);
  if (snapshot === undefined) return v5Refused(refusal('accountUnknown'));
  const named = symbol === undefined ? undefined : instrumentOf(services.catalogue, category, symbol);
  if (symbol !== undefined && named === undefined) return symbolUnknown();
  const { state } = snapshot;
  const isHeld = ({ id }: Instrument): boolean => state.positions.some(({ instrument, size }) => instrument === id && lotCount(size) > 0);
  const wanted =
    named === undefined
      ? services.catalogue.instruments.filter(
          (one) =>
            isHeld(one) &&
            categoryOf(one) === category &&
            (settleCoin === undefined || one.settleCoin === settleCoin) &&
            (baseCoin === undefined || one.baseCoin === baseCoin),
        )
      : [named];
  const list = wanted
    .flatMap((one) => rowsOf(state, one, session.accountKind, services))
    .filter((row) => named !== undefined || (row as { size: string }).size !== '0');
  return v5Done({ category, list, nextPageCursor: '' });
}

/** Leverage of a symbol without a position; of all that trade without a name. */
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
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Positions.',
    request: v5PositionListQuery,
    answer: positions,
  }),
  v5Route<InputOf<typeof v5SymbolInfoQuery>>({
    method: 'GET',
    path: '/v5/position/symbol-info',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Leverage of symbols, with or without a position.',
    request: v5SymbolInfoQuery,
    answer: symbolInfo,
  }),
];
