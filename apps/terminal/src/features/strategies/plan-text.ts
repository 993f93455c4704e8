import { lotCount, tickCount, type Instrument, type StrategyPlan } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { Translate } from '../../platform/texts.tsx';
import { lotsText, ticksText } from '../../platform/values.ts';

type Key =
  | 'plan.Iceberg'
  | 'plan.TWAP'
  | 'plan.TWAPLimit'
  | 'plan.Chase'
  | 'plan.ChaseFar'
  | 'plan.Scaled'
  | 'plan.Grid'
  | 'plan.Webhook'
  | 'plan.WebhookLimit'
  | 'plan.FutureSpread';

const SECOND = 1_000;

/** A plan in one line. */
export function planText(
  plan: StrategyPlan,
  instrument: Instrument,
  { text, formats }: { text: Translate<Key>; formats: Formats },
): string {
  const price = (at: Parameters<typeof ticksText>[1]): string => ticksText(formats, at, instrument);
  switch (plan.kind) {
    case 'Iceberg':
      return text('plan.Iceberg', { shown: lotsText(formats, plan.shown, instrument), price: price(plan.price) });
    case 'TWAP': {
      const values = { parts: plan.parts, seconds: plan.interval / SECOND, price: price(plan.limit) };
      return text(tickCount(plan.limit) === 0 ? 'plan.TWAP' : 'plan.TWAPLimit', values);
    }
    case 'Chase':
      return text(tickCount(plan.maxDistance) === 0 ? 'plan.Chase' : 'plan.ChaseFar', { distance: price(plan.maxDistance) });
    case 'Scaled':
      return text('plan.Scaled', { orders: plan.orders, from: price(plan.from), to: price(plan.to) });
    case 'Grid':
      return text('plan.Grid', { cells: plan.cells, lower: price(plan.lower), upper: price(plan.upper) });
    case 'Webhook':
      return text(plan.orderType === 'Limit' ? 'plan.WebhookLimit' : 'plan.Webhook', { price: price(plan.price) });
    case 'FutureSpread':
      return text('plan.FutureSpread');
  }
}

/** Filled share of a strategy in whole percent; `undefined` for kinds without an end. */
export function progressOf({ plan, quantity, filled }: { plan: StrategyPlan; quantity: number; filled: number }): number | undefined {
  if (plan.kind === 'Grid' || plan.kind === 'Webhook' || quantity === 0) return undefined;
  return Math.floor((100 * filled) / quantity);
}

export const counts = ({ quantity, filled }: { quantity: Parameters<typeof lotCount>[0]; filled: Parameters<typeof lotCount>[0] }) => ({
  quantity: lotCount(quantity),
  filled: lotCount(filled),
});
