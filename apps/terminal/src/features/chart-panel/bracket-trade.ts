import type { BracketEstimate, PlannedBracket, TradeHandler } from '@tapedeck/chart';
import {
  bracketPlan,
  orderFormContext,
  orderOptions,
  orderReadings,
  type BracketPlan,
  type BracketTerms,
  type MarketFeed,
  type OrderFormContext,
  type Readable,
  type TerminalClient,
} from '@tapedeck/client';
import { lotCount, moneyRatio, negateMoney, priceOfTicks, rateUnits, type Ticks } from '@tapedeck/domain';
import { askChange, type AskedChange, type ChangeReading } from '../../intents/confirmation-asked.ts';
import { errorText } from '../../widgets/error-text.ts';
import type { FormOnScreen } from '../../intents/form-on-screen.ts';
import { tpslHabits } from '../../widgets/tpsl-habits.ts';
import { coinDigits, lotsText, moneyText, priceText, signedMoneyText } from '../../platform/values.ts';
import { costFact, plainFact, profitFact } from '../../widgets/change-facts.ts';
import type { ChangeWords } from './change-words.ts';
import { chartTicks } from './chart-ticks.ts';

/** A trade planned on the chart, as text and as a command. */
export class BracketTrade {
  private readonly client: TerminalClient;
  private readonly feed: MarketFeed;
  private readonly words: ChangeWords;
  private readonly form: FormOnScreen;
  private readonly context: Readable<OrderFormContext>;

  constructor(client: TerminalClient, feed: MarketFeed, words: ChangeWords, form: FormOnScreen) {
    this.form = form;
    this.client = client;
    this.feed = feed;
    this.words = words;
    this.context = orderFormContext(client, feed);
  }

  readonly handler: NonNullable<TradeHandler['bracket']> = {
    estimate: (planned) => this.estimate(planned),
    use: (planned, use) => (use === 'send' ? this.send(planned) : Promise.resolve(this.fill(planned))),
  };

  private termsOf({ side, entry, stop, target, risk }: PlannedBracket): BracketTerms {
    const { instrument } = this.feed;
    const at = (price: number): Ticks => chartTicks(price, instrument);
    return { side, entry: at(entry), stop: at(stop), target: at(target), risk };
  }

  private planOf(terms: BracketTerms): BracketPlan {
    return bracketPlan(terms, this.context.get(), tpslHabits());
  }

  private nameOf({ side, entry }: BracketTerms, { quantity }: BracketPlan): string {
    const { text, formats } = this.words;
    const { instrument } = this.feed;
    return text(side === 'Buy' ? 'change.bracketBuy' : 'change.bracketSell', {
      quantity: lotsText(formats, quantity, instrument),
      price: this.priceText(entry),
    });
  }

  private priceText(at: Ticks): string {
    const { instrument } = this.feed;
    return priceText(this.words.formats, priceOfTicks(at, instrument.tickSize), instrument);
  }

  private problemOf(plan: BracketPlan): string {
    const { text, errorText: errors, formats } = this.words;
    if (lotCount(plan.quantity) === 0 && plan.limitedBy === 'liquidation') return text('change.liquidated');
    return plan.problem === undefined ? '' : errorText(errors, formats, plan.problem);
  }

  private noteOf({ limitedBy }: BracketPlan): string {
    const { text } = this.words;
    if (limitedBy === undefined) return '';
    return text(limitedBy === 'margin' ? 'change.limitedByMargin' : 'change.limitedByLiquidation');
  }

  private ratioOf({ gain, loss }: BracketPlan): string {
    const ratio = moneyRatio(gain, loss);
    return ratio === undefined ? '--' : this.words.formats.decimal((Number(rateUnits(ratio)) / 1e8).toFixed(1));
  }

  private estimate(planned: PlannedBracket): BracketEstimate {
    const terms = this.termsOf(planned);
    const plan = this.planOf(terms);
    const { formats } = this.words;
    const digits = coinDigits(this.feed.instrument.settleCoin);
    return {
      target: signedMoneyText(formats, plan.gain, digits),
      entry: this.nameOf(terms, plan),
      stop: moneyText(formats, negateMoney(plan.loss), digits),
      ratio: this.ratioOf(plan),
      note: this.noteOf(plan),
      problem: this.problemOf(plan),
    };
  }

  private async send(planned: PlannedBracket): Promise<boolean> {
    const terms = this.termsOf(planned);
    const asked = this.planOf(terms);
    const { client, words, feed, context } = this;
    const { instrument } = feed;
    const { text, formats } = words;
    // The displayed quantity is sent: it does not follow the equity while the confirmation is open.
    const read = (): ChangeReading => {
      const { preview } = this.planOf(terms);
      return {
        title: this.nameOf(terms, asked),
        facts: [
          plainFact(text('change.target'), this.priceText(terms.target)),
          plainFact(text('change.stop'), this.priceText(terms.stop)),
          plainFact(
            text('change.gain'),
            `${signedMoneyText(formats, asked.gain, coinDigits(instrument.settleCoin))} ${instrument.settleCoin}`,
          ),
          ...costFact(text('change.loss'), asked.loss, instrument.settleCoin, formats),
          plainFact(text('change.ratio'), `${this.ratioOf(asked)} R`),
          ...costFact(text('change.cost'), preview.cost, instrument.settleCoin, formats),
          ...profitFact(text('change.pnl'), preview.closedPnl, instrument, formats),
        ],
        note: this.noteOf(asked),
        problem: this.problemOf(asked),
      };
    };
    const change: AskedChange = {
      kind: 'sendBracket',
      instrument,
      price: this.priceText(terms.entry),
      sources: [context],
      read,
      send: async () => {
        const order = orderReadings(asked.draft, context.get()).of(terms.side);
        const result = await client.orders.place(asked.draft, terms.side, orderOptions(order));
        return result.ok ? { ok: true, value: undefined } : result;
      },
    };
    return this.problemOf(asked) === '' && askChange(client, change);
  }

  /** Copies the plan to the order form, which sends nothing by itself. */
  private fill(planned: PlannedBracket): boolean {
    this.form.algo.set(false);
    this.form.dispatch({ type: 'orderLoaded', draft: this.planOf(this.termsOf(planned)).draft });
    return true;
  }
}
