import {
  DOLLAR_COINS,
  DOLLAR_PRICE,
  defaultSettings,
  dollarValue,
  lots,
  moneyUnits,
  price,
  timestamp,
  ZERO_MONEY,
  type Coin,
  type Instrument,
  type InstrumentId,
  type Money,
  type PositionIndex,
  type PositionRecord,
  type Price,
  type SettingsRecord,
} from '@tapedeck/domain';
import type { PositionView } from '../calculators/position-view.ts';
import { positionKey, type AccountMirror } from '../raw/account-mirror.ts';
import type { AccountSelectors } from '../selectors/account-selectors.ts';
import { derived, type Readable } from '../store/readable.ts';
import { positionFields, type PositionFields } from './position-fields.ts';

export interface PositionsAsked {
  /** Includes positions of size 0: those closed, and those of instruments with stored settings. */
  readonly empty?: boolean;
}

export interface PositionListContext {
  readonly mirror: Readable<AccountMirror | undefined>;
  readonly selectors: Pick<AccountSelectors, 'position' | 'exits' | 'margins' | 'settings'>;
  readonly empties: Readable<readonly PositionView[]>;
  last(id: InstrumentId): Price | undefined;
  readonly coinIndexes: Readable<ReadonlyMap<Coin, Price>>;
}

/** An untraded instrument's position: empty, with the leverage a new one would have. */
function emptyRecord(settings: SettingsRecord, positionIndex: PositionIndex): PositionRecord {
  const side = positionIndex === 2 ? 'Sell' : 'Buy';
  return {
    account: settings.account,
    instrument: settings.instrument,
    positionIndex,
    side,
    size: lots(0),
    entryValue: ZERO_MONEY,
    openValue: ZERO_MONEY,
    marginMode: settings.marginMode,
    leverage: side === 'Buy' ? settings.longLeverage : settings.shortLeverage,
    margin: ZERO_MONEY,
    autoAddMargin: false,
    realisedPnl: ZERO_MONEY,
    tradePnl: ZERO_MONEY,
    fees: ZERO_MONEY,
    funding: ZERO_MONEY,
    totalRealisedPnl: ZERO_MONEY,
    openedAt: timestamp(0),
    updatedAt: timestamp(0),
  };
}

const emptyView = (key: string, instrument: Instrument, record: PositionRecord): PositionView => ({
  key,
  instrument,
  record,
  entryPrice: price(0n),
  markPrice: undefined,
  value: ZERO_MONEY,
  initialMargin: ZERO_MONEY,
  maintenanceMargin: ZERO_MONEY,
  liquidationPrice: undefined,
  breakEvenPrice: undefined,
  unrealisedPnl: ZERO_MONEY,
  roi: undefined,
});

const INDICES: Readonly<Record<SettingsRecord['positionMode'], readonly PositionIndex[]>> = { MergedSingle: [0], BothSide: [1, 2] };

function emptyViews(mirror: AccountMirror, instrumentById: (id: InstrumentId) => Instrument | undefined): PositionView[] {
  const views = new Map<string, PositionView>();
  const add = (record: PositionRecord): void => {
    const instrument = instrumentById(record.instrument);
    if (instrument === undefined) return;
    const key = positionKey(instrument.symbol, record.positionIndex);
    if (mirror.positions.has(key) || views.has(key)) return;
    views.set(key, emptyView(key, instrument, record));
  };
  for (const record of mirror.emptied.values()) add(record);
  for (const settings of mirror.settings.values()) for (const index of INDICES[settings.positionMode]) add(emptyRecord(settings, index));
  return [...views.values()];
}

/** Positions of size 0: those closed, and those of instruments with stored settings. Keeps its identity until one of them changes. */
export function emptyPositions(
  mirror: Readable<AccountMirror | undefined>,
  instrumentById: (id: InstrumentId) => Instrument | undefined,
): Readable<readonly PositionView[]> {
  const parts = derived(
    [mirror],
    (now) => now,
    (a, b) => a?.positions === b?.positions && a?.emptied === b?.emptied && a?.settings === b?.settings,
  );
  return derived([parts], (now) => (now === undefined ? [] : emptyViews(now, instrumentById)));
}

function inDollars(coin: Coin, amount: Money, indexes: ReadonlyMap<Coin, Price>): Money | undefined {
  if (moneyUnits(amount) === 0n) return ZERO_MONEY;
  const at = DOLLAR_COINS.has(coin) ? DOLLAR_PRICE : indexes.get(coin);
  return at && dollarValue(amount, at);
}

/** The account's current positions with all their fields. Those of size 0 only on request. */
export function positionList(context: PositionListContext, { empty = false }: PositionsAsked): readonly PositionFields[] {
  const { mirror, selectors, empties, last, coinIndexes } = context;
  const now = mirror.get();
  if (now === undefined) return [];
  const open = [...now.positions.keys()].flatMap((key) => selectors.position(key).get() ?? []);
  return [...open, ...(empty ? empties.get() : [])].map((view) =>
    positionFields({
      view,
      exits: selectors.exits(view.key).get(),
      settings: selectors.settings(view.instrument.id).get() ?? defaultSettings(now.account, view.instrument.id),
      last: last(view.instrument.id),
      dollars: (amount) => inDollars(view.instrument.settleCoin, amount, coinIndexes.get()),
    }),
  );
}
