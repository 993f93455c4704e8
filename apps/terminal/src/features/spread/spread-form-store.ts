import type { Failure, TerminalClient } from '@tapedeck/client';
import {
  divNearest,
  exactLots,
  parseDecimal,
  priceUnits,
  quantity as quantityOf,
  spreadQuantityRefusal,
  type FutureSpreadPlan,
  type Lots,
  type OrderType,
  type Side,
  type SpreadPair,
} from '@tapedeck/domain';
import { tellOrderFailure } from '../../platform/order-failure.ts';
import { cell, type Cell } from '../../platform/use-readable.ts';
import { distanceFieldText, levelsFor, settledDistance, typedDistance, type SpreadFeeds } from './spread-values.ts';

export interface SpreadDraft {
  readonly side: Side;
  readonly orderType: OrderType;
  /** What was typed. */
  readonly price: string;
  readonly quantity: string;
}

/** A market order goes this far beyond the best spread: one part in so many of the near leg's price. */
export const MARKET_PART = 200n;
/** Levels that a market order looks at for the best spread. */
const BEST = 1;

/** The form of one spread: what was typed, and what became of it. Lives outside React. */
export interface SpreadFormStore {
  readonly feeds: SpreadFeeds;
  readonly draft: Cell<SpreadDraft>;
  readonly sending: Cell<boolean>;
  readonly refusal: Cell<Failure | 'noBook' | undefined>;
  change(part: Partial<SpreadDraft>): void;
  /** Puts the typed price on a tick. */
  leavePrice(): void;
  /** What the price field shows for a distance in ticks. */
  priceText(distance: number): string;
  /** A second call while one is under way does nothing. */
  submit(): Promise<boolean>;
}

export const pairOf = ({ far, near }: SpreadFeeds): SpreadPair => ({ far: far.instrument, near: near.instrument });

/** The quantity that was typed; `undefined` when it is no order of both legs. */
export function typedLots(text: string, feeds: SpreadFeeds): Lots | undefined {
  const units = parseDecimal(text);
  const count = units === undefined || units <= 0n ? undefined : exactLots(quantityOf(units), feeds.far.instrument.lotSize);
  return count === undefined || spreadQuantityRefusal(pairOf(feeds), count) !== undefined ? undefined : count;
}

/** What is sent as a market order: at once, and no further than a part of the price beyond the best spread. */
function marketPlan(feeds: SpreadFeeds, side: Side): Pick<FutureSpreadPlan, 'limit' | 'immediate'> | undefined {
  const [best] = levelsFor(feeds, side, BEST);
  const mark = feeds.near.ticker.get().ticker?.market.mark;
  if (best === undefined || mark === undefined) return undefined;
  const away = Number(divNearest(priceUnits(mark), MARKET_PART * priceUnits(feeds.near.instrument.tickSize)));
  return { limit: side === 'Buy' ? best.distance + away : best.distance - away, immediate: true };
}

/** What a draft would send; `undefined` while it is not whole. */
export function planOf(feeds: SpreadFeeds, { side, orderType, price }: SpreadDraft): FutureSpreadPlan | 'noBook' | undefined {
  const far = feeds.far.instrument.id;
  if (orderType === 'Market') {
    const terms = marketPlan(feeds, side);
    return terms === undefined ? 'noBook' : { kind: 'FutureSpread', far, ...terms };
  }
  const limit = typedDistance(price, feeds.far.instrument);
  return limit === undefined ? undefined : { kind: 'FutureSpread', far, limit };
}

export function createSpreadFormStore(client: Pick<TerminalClient, 'strategies'>, feeds: SpreadFeeds): SpreadFormStore {
  const draft = cell<SpreadDraft>({ side: 'Buy', orderType: 'Limit', price: '', quantity: '' });
  const sending = cell(false);
  const refusal = cell<Failure | 'noBook' | undefined>(undefined);
  return {
    feeds,
    draft,
    sending,
    refusal,
    change(part) {
      refusal.set(undefined);
      draft.set({ ...draft.get(), ...part });
    },
    leavePrice() {
      const { price } = draft.get();
      const settled = settledDistance(price, feeds.far.instrument);
      if (settled !== price) draft.set({ ...draft.get(), price: settled });
    },
    priceText: (distance) => distanceFieldText(distance, feeds.far.instrument),
    async submit() {
      const { side, quantity: typed } = draft.get();
      const plan = planOf(feeds, draft.get());
      const quantity = typedLots(typed, feeds);
      if (plan === 'noBook') refusal.set(plan);
      if (sending.get() || plan === undefined || plan === 'noBook' || quantity === undefined) return false;
      sending.set(true);
      refusal.set(undefined);
      const { instrument } = feeds.near;
      const result = await client.strategies.create({ instrument, side, positionIndex: 0, reduceOnly: false, quantity, plan });
      sending.set(false);
      if (result.ok) draft.set({ ...draft.get(), quantity: '' });
      else {
        refusal.set(result.failure);
        tellOrderFailure(result.failure, instrument);
      }
      return result.ok;
    },
  };
}
