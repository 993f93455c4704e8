import {
  deliveryDateText,
  deliveryMonthText,
  deliveryOf,
  milliseconds,
  rate,
  timestamp,
  type Coin,
  type DeliveryCode,
  type Instrument,
  type InstrumentTerms,
  type Timestamp,
} from '@tapedeck/domain';

type DatedKind = 'LinearFutures' | 'UsdcFutures' | 'InverseFutures';

const PERPETUAL_OF = { LinearFutures: 'LinearPerpetual', UsdcFutures: 'UsdcPerpetual', InverseFutures: 'InversePerpetual' } as const;
/** 0.05 % of the position's value (docs/concepts/delivery.md). */
const DELIVERY_FEE = rate(50_000n);

const ALL: readonly DeliveryCode[] = ['W', 'BIW', 'NBIW', 'M', 'BIM', 'NBIM', 'Q', 'BIQ', 'NBIQ'];
const SOME: readonly DeliveryCode[] = ['W', 'BIW', 'M', 'BIM', 'Q', 'BIQ'];
const QUARTERS: readonly DeliveryCode[] = ['Q', 'BIQ'];

/** Listed futures, by kind and base coin. */
const SERIES: readonly (readonly [kind: DatedKind, baseCoin: Coin, codes: readonly DeliveryCode[]])[] = [
  ['LinearFutures', 'BTC', ALL],
  ['LinearFutures', 'ETH', SOME],
  ['LinearFutures', 'SOL', QUARTERS],
  ['UsdcFutures', 'BTC', SOME],
  ['UsdcFutures', 'ETH', QUARTERS],
  ['InverseFutures', 'BTC', ALL],
  ['InverseFutures', 'ETH', SOME],
];

/** Symbols of the public venue: BTCUSDT-25DEC26, BTC-25DEC26, BTCUSDZ26; an inverse contract of a week by its day. */
function symbolOf(kind: DatedKind, base: Coin, deliveryAt: Timestamp, byMonth: boolean): string {
  if (kind === 'LinearFutures') return `${base}USDT-${deliveryDateText(deliveryAt)}`;
  if (kind === 'UsdcFutures') return `${base}-${deliveryDateText(deliveryAt)}`;
  return byMonth ? `${base}USD${deliveryMonthText(deliveryAt)}` : `${base}USD-${deliveryDateText(deliveryAt)}`;
}

function datedTerms(perpetual: Instrument, kind: DatedKind, deliveryAt: Timestamp): InstrumentTerms {
  const { id: _id, status: _status, ...terms } = perpetual;
  const lastOfMonth = deliveryOf('M', timestamp(milliseconds(deliveryAt) - 1)) === deliveryAt;
  return {
    ...terms,
    symbol: symbolOf(kind, perpetual.baseCoin, deliveryAt, lastOfMonth),
    kind,
    fundingIntervalHours: 0,
    fundingCap: rate(0n),
    deliveryAt,
    deliveryFee: DELIVERY_FEE,
  };
}

/** Every future that trades at a time, given the perpetuals whose terms they share: by kind, coin and date. */
export function datedContracts(perpetuals: readonly Instrument[], now: Timestamp): InstrumentTerms[] {
  return SERIES.flatMap(([kind, baseCoin, codes]) => {
    const perpetual = perpetuals.find((one) => one.kind === PERPETUAL_OF[kind] && one.baseCoin === baseCoin);
    if (perpetual === undefined) return [];
    const dates = [...new Set(codes.map((code) => milliseconds(deliveryOf(code, now))))].sort((a, b) => a - b);
    return dates.map((date) => datedTerms(perpetual, kind, timestamp(date)));
  });
}
