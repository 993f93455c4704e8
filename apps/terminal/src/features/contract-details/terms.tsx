import type { MarketFeed } from '@tapedeck/client';
import {
  isInverse,
  isOption,
  isPerpetual,
  isSpot,
  milliseconds,
  priceOfTicks,
  quantityCoin,
  valueCoin,
  type HoldingAccounts,
  type Instrument,
} from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { SymbolFacts } from '@tapedeck/protocol';
import { useClient } from '../../platform/client-context.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { TickingFact } from '../../platform/ticking.tsx';
import { exactMoneyText, feeRatesText, leverageText, lotsText, percentText, priceText, ticksText, UNKNOWN } from '../../platform/values.ts';
import styles from './contract-details.module.css';
import { useDetailsText } from './texts.ts';

/** Shares are shown to a tenth of a percent. */
const SHARE_PARTS = 1_000;

type Row = readonly [name: Parameters<ReturnType<typeof useDetailsText>>[0], value: string];

function sizes(formats: Formats, instrument: Instrument): readonly Row[] {
  const coin = quantityCoin(instrument);
  const lots = (count: Instrument['minOrder']): string => `${lotsText(formats, count, instrument)} ${coin}`;
  return [
    ['terms.minimum', lots(instrument.minOrder)],
    ['terms.minimumValue', `${exactMoneyText(formats, instrument.minNotional)} ${valueCoin(instrument)}`],
    ['terms.maximumLimit', lots(instrument.maxLimitOrder)],
    ['terms.maximumMarket', lots(instrument.maxMarketOrder)],
    ['terms.maximumPostOnly', lots(instrument.maxPostOnlyOrder)],
  ];
}

function prices(formats: Formats, instrument: Instrument): readonly Row[] {
  const lowest = priceText(formats, priceOfTicks(instrument.minPrice, instrument.tickSize), instrument);
  return [
    ['terms.tick', `${priceText(formats, instrument.tickSize, instrument)} ${instrument.quoteCoin}`],
    ['terms.price', `${lowest} – ${ticksText(formats, instrument.maxPrice, instrument)}`],
    ...(isSpot(instrument) ? [] : ([['terms.priceLimit', percentText(formats, instrument.priceLimitRate)]] as const)),
    ['terms.fees', feeRatesText(formats, instrument)],
  ];
}

/** Terms that only some kinds of contract have. */
function kindly(formats: Formats, instrument: Instrument, hours: string): readonly Row[] {
  const { tiers, launchAt, formerSymbol, deliveryAt, deliveryFee } = instrument;
  const [first] = tiers;
  return [
    ...(isInverse(instrument) ? ([['terms.contract', `1 ${instrument.quoteCoin}`]] as const) : []),
    ...(first === undefined || isOption(instrument)
      ? []
      : ([
          ['terms.leverage', leverageText(formats, first.maxLeverage)],
          ['terms.margin', `${percentText(formats, first.initialRate)} / ${percentText(formats, first.maintenanceRate)}`],
        ] as const)),
    ...(isPerpetual(instrument)
      ? ([
          ['terms.interval', hours],
          ['terms.cap', `±${percentText(formats, instrument.fundingCap, 3)}`],
        ] as const)
      : []),
    ...(launchAt === undefined ? [] : ([['terms.launchAt', `${formats.dateMinute(milliseconds(launchAt))} UTC`]] as const)),
    ...(formerSymbol === undefined ? [] : ([['terms.formerSymbol', formerSymbol]] as const)),
    ...(deliveryAt === undefined ? [] : ([['terms.deliveryAt', `${formats.dateTime(milliseconds(deliveryAt))} UTC`]] as const)),
    ...(deliveryFee === undefined ? [] : ([['terms.deliveryFee', percentText(formats, deliveryFee, 3)]] as const)),
  ];
}

/** Facts from the contract list: the increase of the second tier, and the limits of copied positions. */
function facts(formats: Formats, instrument: Instrument, known: SymbolFacts | undefined): readonly Row[] {
  if (known === undefined) return [];
  const { imIncrements, mmIncrements, rLBases, rLIncrements, copying } = known;
  const amount = (value: number): string => formats.decimal(String(value));
  const added = (percent: number): string => `+${formats.percent(formats.count(Math.round(percent * 100), 2))}`;
  const times = (leverage: number): string => `${formats.decimal(String(leverage))}x`;
  return [
    ...(rLIncrements > 0
      ? ([['terms.limitSteps', `${amount(rLBases)} / +${amount(rLIncrements)} ${valueCoin(instrument)}`]] as const)
      : []),
    ...(imIncrements > 0 ? ([['terms.marginSteps', `${added(imIncrements)} / ${added(mmIncrements)}`]] as const) : []),
    ...(copying === undefined ? [] : ([['terms.copying', `${times(copying.minLeverage)} – ${times(copying.maxLeverage)}`]] as const)),
    ...(copying === undefined || copying.maxMargin === 0
      ? []
      : ([['terms.copyingMargin', `${amount(copying.minMargin)} – ${amount(copying.maxMargin)} ${instrument.settleCoin}`]] as const)),
  ];
}

/** Long and short shares of the accounts, and their number. */
function accountsText(formats: Formats, accounts: HoldingAccounts | undefined): string {
  if (accounts === undefined) return UNKNOWN;
  const { long, short } = accounts;
  const part = long + short === 0 ? 0 : Math.round((SHARE_PARTS * long) / (long + short));
  const share = (value: number): string => formats.percent(formats.count(value, 1));
  const counted = (count: number): string => formats.count(BigInt(count), 0);
  return long + short === 0 ? '0 / 0' : `${share(part)} / ${share(SHARE_PARTS - part)} (${counted(long)} / ${counted(short)})`;
}

/** The contract's terms, as the exchange applies them; with a feed, also its holders. */
export function Terms({ instrument, feed }: { readonly instrument: Instrument; readonly feed?: MarketFeed }) {
  const text = useDetailsText();
  const formats = useFormats();
  const rows: readonly Row[] = [
    ['terms.kind', text(`kind.${instrument.kind}`)],
    ['terms.underlying', `${instrument.baseCoin}/${instrument.quoteCoin}`],
    ...(isSpot(instrument) ? [] : ([['terms.settlement', instrument.settleCoin]] as const)),
    ...kindly(formats, instrument, text('terms.hours', { count: instrument.fundingIntervalHours })),
    ...facts(formats, instrument, useClient().markets.facts(instrument.symbol)),
    ...prices(formats, instrument),
    [
      'terms.lot',
      `${formats.decimal((1 / 10 ** instrument.quantityDigits).toFixed(instrument.quantityDigits))} ${quantityCoin(instrument)}`,
    ],
    ...sizes(formats, instrument),
  ];
  return (
    <dl className={styles['terms']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{text(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {feed !== undefined && !isSpot(instrument) && !isOption(instrument) && (
        <TickingFact
          name={text('terms.accounts')}
          sources={[feed.ticker]}
          read={() => accountsText(formats, feed.ticker.get().ticker?.market.accounts)}
        />
      )}
    </dl>
  );
}
