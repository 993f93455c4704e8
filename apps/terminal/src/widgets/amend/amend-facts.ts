import type { AmendOutcome } from '@tapedeck/client';
import { quantityCoin, type Instrument } from '@tapedeck/domain';
import { lotsText, priceText } from '../../platform/values.ts';
import { costFact, plainFact, profitFact, type ChangeFact } from '../change-facts.ts';
import { errorText } from '../error-text.ts';
import { fillTexts } from '../fill-texts.ts';
import type { AmendWords } from './amend-words.ts';

/** The outcome of a changed order, as text. */
export interface AmendText {
  readonly facts: readonly ChangeFact[];
  /** Fills at once; '' for an order that only waits. */
  readonly note: string;
  /** Why it would be refused; '' if no reason is known. */
  readonly problem: string;
}

function noteOf({ fill }: AmendOutcome, instrument: Instrument, { amend, common, formats }: AmendWords): string {
  if (fill === undefined) return '';
  const { filled, requested, figures } = fill;
  const lots = (count: typeof filled): string => lotsText(formats, count, instrument);
  const taken =
    figures === undefined
      ? ''
      : filled === requested
        ? amend('takes')
        : amend('takesPart', { filled: lots(filled), requested: lots(requested), coin: quantityCoin(instrument) });
  return [taken, fillTexts(common, formats, instrument).end(fill)].filter((part) => part !== '').join(' ');
}

function fillFacts({ fill }: AmendOutcome, instrument: Instrument, { amend, common, formats }: AmendWords): readonly ChangeFact[] {
  if (fill?.figures === undefined) return [];
  const lots = (count: typeof fill.filled): string => lotsText(formats, count, instrument);
  const shown = fillTexts(common, formats, instrument);
  return [
    plainFact(amend('fills'), `${lots(fill.filled)} / ${lots(fill.requested)}`),
    plainFact(amend('average'), shown.average(fill)),
    plainFact(amend('worst'), shown.worst(fill)),
    plainFact(amend('slippage'), shown.slippageInFull(fill)),
  ];
}

/** Describes the outcome of a changed order, for any place that changes one. */
export function amendText(outcome: AmendOutcome, instrument: Instrument, words: AmendWords): AmendText {
  const { amend, formats } = words;
  const { cost, value, fee, closedPnl, liquidation, problem } = outcome;
  return {
    facts: [
      ...fillFacts(outcome, instrument, words),
      ...profitFact(amend('pnl'), closedPnl, instrument, formats),
      ...costFact(amend('cost'), cost, instrument.settleCoin, formats),
      ...costFact(amend('value'), value, instrument.quoteCoin, formats),
      ...(fee === undefined ? [] : costFact(amend('fee'), fee.amount, fee.coin, formats)),
      ...(liquidation === undefined ? [] : [plainFact(amend('liquidation'), priceText(formats, liquidation, instrument))]),
    ],
    note: noteOf(outcome, instrument, words),
    problem: problem === undefined ? '' : errorText(words.errorText, formats, problem),
  };
}
