import {
  breakEvenPrice,
  entryPrice,
  holdingLiquidationPrice,
  isOption,
  moneyRatio,
  positionGreeks,
  returnOnInvestment,
  type CrossAccount,
  type Greeks,
  type Instrument,
  type MarketState,
  type Money,
  type PositionMargin,
  type PositionRecord,
  type Price,
  type Rate,
} from '@tapedeck/domain';
import { marginAt } from './margin-memo.ts';

/** A position with all figures derived from the mark price, by the exchange's own functions. */
export interface PositionView {
  readonly key: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly entryPrice: Price;
  readonly markPrice: Price | undefined;
  readonly value: Money | undefined;
  /** Like the maintenance margin, `undefined` under portfolio margin. */
  readonly initialMargin: Money | undefined;
  readonly maintenanceMargin: Money | undefined;
  /** `undefined` outside minPrice..maxPrice: shown as `--`. */
  readonly liquidationPrice: Price | undefined;
  readonly breakEvenPrice: Price | undefined;
  readonly unrealisedPnl: Money | undefined;
  readonly roi: Rate | undefined;
  /** Options with a current price only. */
  readonly option?: OptionPosition | undefined;
}

/** An option position's contribution to the account's exposure, by the model. */
export interface OptionPosition {
  /** Greeks of the entire position; delta is negative if a rise loses. */
  readonly greeks: Greeks;
  /** Volatility of the mark; 0.5 is 50 %. */
  readonly volatility: number;
}

function optionPosition(instrument: Instrument, record: PositionRecord, state: MarketState | undefined): OptionPosition | undefined {
  if (state?.option === undefined) return undefined;
  const { greeks, markVolatility } = state.option;
  return { greeks: positionGreeks(instrument, record, greeks), volatility: markVolatility };
}

export interface PositionInput {
  readonly key: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly mark: Price | undefined;
  /** Margin of the whole account; needed for the liquidation price of a cross position. */
  readonly account: CrossAccount | undefined;
  /** Options only. */
  readonly option?: MarketState | undefined;
}

/** ROI of an option on its premium, because it has no leverage. */
function roiOf(instrument: Instrument, record: PositionRecord, { unrealisedPnl }: PositionMargin): Rate | undefined {
  return isOption(instrument) ? moneyRatio(unrealisedPnl, record.entryValue) : returnOnInvestment(instrument, record, unrealisedPnl);
}

const ownMargin = (
  margin: PositionMargin | undefined,
  account: CrossAccount | undefined,
): Pick<PositionView, 'initialMargin' | 'maintenanceMargin'> =>
  account?.portfolio === true
    ? { initialMargin: undefined, maintenanceMargin: undefined }
    : { initialMargin: margin?.initialMargin, maintenanceMargin: margin?.maintenanceMargin };

export function positionView({ key, instrument, record, mark, account, option }: PositionInput): PositionView {
  const margin = mark === undefined ? undefined : marginAt(instrument, record, mark, option?.index);
  return {
    key,
    instrument,
    record,
    entryPrice: record.averagePrice ?? entryPrice(instrument, record.size, record.entryValue),
    markPrice: mark,
    value: margin?.value,
    ...ownMargin(margin, account),
    liquidationPrice:
      mark === undefined || margin === undefined ? undefined : holdingLiquidationPrice(instrument, record, { mark, margin }, account),
    breakEvenPrice: isOption(instrument) ? undefined : breakEvenPrice(instrument, record),
    unrealisedPnl: margin?.unrealisedPnl,
    option: optionPosition(instrument, record, option),
    roi: margin && roiOf(instrument, record, margin),
  };
}
