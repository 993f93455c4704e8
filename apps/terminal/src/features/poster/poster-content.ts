import {
  initials,
  isPortfolioMargin,
  maskedEmail,
  POSTER_BONUS,
  posterLabel,
  posterPnlDigits,
  shortAmount,
  type PosterTrade,
} from '@tapedeck/client';
import { isOption, isPerpetual, moneyUnits, negateMoney, priceUnits, valueCoin, type Money } from '@tapedeck/domain';
import type { SessionResult } from '@tapedeck/protocol';
import { useMemo } from 'react';
import { useAccountTraits } from '../../widgets/account-traits.ts';
import { useCommonText, useFormats, type Translate } from '../../platform/texts.tsx';
import { leverageText, priceText, signedPercentText, toneOf, UNKNOWN } from '../../platform/values.ts';
import type { Formats } from '@tapedeck/i18n';
import { usePosterText } from './texts.ts';

export type User = NonNullable<SessionResult['user']>;

/** Optional parts of a poster. */
export const SHOWN = ['return', 'profit', 'prices', 'leverage', 'held', 'trader', 'chart'] as const;
export type Shown = (typeof SHOWN)[number];

export interface Pill {
  readonly text: string;
  readonly tone: 'up' | 'down' | 'plain';
}

/** All texts and figures of a poster, as drawn. */
export interface PosterContent {
  readonly product: string;
  readonly label: { readonly kind: 'vip' | 'pro'; readonly text: string } | undefined;
  /** Drawn with the VIP frame, whatever the label. */
  readonly gold: boolean;
  readonly trader: { readonly name: string; readonly email: string; readonly initials: string } | undefined;
  readonly symbol: string;
  readonly family: string;
  readonly pills: readonly Pill[];
  readonly tone: 'up' | 'down' | 'none';
  /** The single large figure. */
  readonly big: string;
  readonly small: string | undefined;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly invite: { readonly code: string; readonly bonus: string; readonly link: string };
  readonly account: string;
}

/** A profit with its sign, in short form from 1,000. */
export function shortMoneyText(formats: Formats, value: Money | undefined, digits: number, sign: 'signed' | 'plain' = 'plain'): string {
  if (value === undefined) return UNKNOWN;
  const { count, digits: shown, letter } = shortAmount(value, digits);
  return `${sign === 'signed' && count > 0n ? '+' : ''}${formats.count(count, shown)}${letter}`;
}

interface Words {
  readonly text: Translate<Parameters<ReturnType<typeof usePosterText>>[0]>;
  readonly common: ReturnType<typeof useCommonText>;
  readonly formats: Formats;
}

function kindText({ text }: Words, { instrument }: PosterTrade): string {
  if (isOption(instrument)) return text('option');
  return text(isPerpetual(instrument) ? 'perpetual' : 'futures');
}

/** Margin mode and leverage of the position; an option has no leverage. */
function marginWords({ common, formats }: Words, trade: PosterTrade, { portfolio, leverage }: PillChoice): readonly string[] {
  const { leverage: times, marginMode } = trade;
  if (marginMode === undefined || isOption(trade.instrument)) return [];
  if (portfolio) return [common('portfolio')];
  return [...(leverage && times !== undefined ? [leverageText(formats, times)] : []), common(marginMode)];
}

interface PillChoice {
  readonly portfolio: boolean;
  readonly leverage: boolean;
}

function pillsOf(words: Words, trade: PosterTrade, choice: PillChoice): readonly Pill[] {
  const { text, common } = words;
  const { side, instrument, kind } = trade;
  const plain = [
    ...(instrument.option === undefined ? [] : [text(instrument.option.right === 'Call' ? 'call' : 'put')]),
    ...marginWords(words, trade, choice),
    ...(kind === 'profit-order' ? [text('closed'), text(trade.net === true ? 'net' : 'gross')] : []),
    ...(kind === 'pb-profit' ? [text('booked')] : []),
    ...(trade.return?.of === 'value' ? [text('onValue')] : []),
  ];
  const long = side === 'LONG';
  return [
    { text: common(long ? 'long' : 'short'), tone: long ? 'up' : 'down' },
    ...plain.map((word): Pill => ({ text: word, tone: 'plain' })),
  ];
}

type Fact = readonly [name: string, value: string];

function bookedFacts({ text, formats }: Words, { booked, instrument }: PosterTrade): readonly Fact[] {
  if (booked === undefined) return [];
  const money = (value: Money): string => shortMoneyText(formats, value, posterPnlDigits(instrument), 'signed');
  return [
    [text('trades'), money(booked.trades)],
    [text('funding'), money(booked.funding)],
    [text('fees'), money(negateMoney(booked.fees))],
  ];
}

function priceFacts({ text, formats }: Words, trade: PosterTrade): readonly Fact[] {
  const { instrument, exit, entryPrice, markPrice } = trade;
  const second: Fact =
    exit === undefined
      ? [text('mark'), priceText(formats, markPrice, instrument)]
      : [text(`exit.${exit.by}`), priceText(formats, exit.price, instrument)];
  return [[text('entry'), priceText(formats, entryPrice, instrument)], second];
}

function lastFact({ text, formats }: Words, trade: PosterTrade, { vip, held }: { vip: boolean; held: boolean }): readonly Fact[] {
  const { instrument, value, openedAt, until, kind } = trade;
  if (vip) return [[text('value'), `${shortMoneyText(formats, value, 2)} ${valueCoin(instrument)}`]];
  if (instrument.option !== undefined && kind === 'position-order')
    return [[text('strike'), formats.count(priceUnits(instrument.option.strike) / 1_000_000n, 2)]];
  if (!held) return [];
  if (kind === 'profit-order') return [[text('closedAt'), formats.dateMinute(until)]];
  return openedAt === undefined ? [] : [[text('held'), formats.span(until - openedAt)]];
}

function factsOf(words: Words, { trade, vip, shown }: ContentRequest): readonly Fact[] {
  const prices = shown.has('prices');
  // The parts of the profit.
  if (trade.kind === 'pb-profit') return prices && shown.has('profit') ? bookedFacts(words, trade) : [];
  return [...(prices ? priceFacts(words, trade) : []), ...lastFact(words, trade, { vip, held: shown.has('held') })];
}

/** The single large figure, and the one below it. */
function figures({ formats }: Words, { trade, shown }: ContentRequest): Pick<PosterContent, 'big' | 'small' | 'tone'> {
  const { pnl, instrument } = trade;
  const written = `${shortMoneyText(formats, pnl, posterPnlDigits(instrument), 'signed')} ${instrument.settleCoin}`;
  const profit = shown.has('profit') ? written : undefined;
  const tone = pnl === undefined ? 'none' : toneOf(moneyUnits(pnl));
  if (trade.return === undefined || !shown.has('return')) return { big: profit ?? '', small: undefined, tone };
  return { big: signedPercentText(formats, trade.return.rate, 2), small: profit, tone };
}

export interface ContentRequest {
  readonly trade: PosterTrade;
  readonly vip: boolean;
  readonly shown: ReadonlySet<Shown>;
  readonly user: User;
  readonly email: string;
  readonly link: string;
}

/** A poster in the displayed language; `undefined` without a trade. */
export function usePosterContent(
  request: Omit<ContentRequest, 'trade'> & { readonly trade: PosterTrade | undefined },
): PosterContent | undefined {
  const text = usePosterText();
  const common = useCommonText();
  const formats = useFormats();
  const portfolio = isPortfolioMargin(useAccountTraits());
  const { trade, vip, shown, user, email, link } = request;
  return useMemo(() => {
    if (trade === undefined) return undefined;
    const words: Words = { text, common, formats };
    const label = posterLabel(user);
    return {
      product: text('product'),
      label:
        label === undefined
          ? undefined
          : { kind: label.type === 3 ? 'pro' : 'vip', text: text(label.type === 3 ? 'pro' : 'vip', { level: label.level }) },
      gold: vip,
      trader: shown.has('trader')
        ? { name: user.username, email: email === '' ? '' : maskedEmail(email), initials: initials(user.username) }
        : undefined,
      symbol: trade.instrument.symbol,
      family: kindText(words, trade),
      pills: pillsOf(words, trade, { portfolio, leverage: shown.has('leverage') }),
      ...figures(words, { trade, vip, shown, user, email, link }),
      facts: factsOf(words, { trade, vip, shown, user, email, link }),
      invite: {
        code: text('join', { code: user.username }),
        bonus: text('bonus', { bonus: formats.count(POSTER_BONUS, 0) }),
        link: link.replace(/^https?:\/\//, ''),
      },
      account: text(user.isDemo ? 'demo' : 'paper'),
    };
  }, [trade, vip, shown, user, email, link, text, common, formats, portfolio]);
}

/** Description of the picture for screen readers. */
export function spoken(content: PosterContent): string {
  const { label, trader, symbol, family, pills, big, small, facts, invite, account } = content;
  return [
    ...[label?.text, trader?.name, trader?.email, symbol, family, ...pills.map((pill) => pill.text), big, small],
    ...facts.map(([name, value]) => `${name} ${value}`),
    ...[invite.code, invite.bonus, invite.link, account],
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}
