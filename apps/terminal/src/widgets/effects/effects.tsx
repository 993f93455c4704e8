import { ORDER_GROUPS, type OrderCounts } from '@tapedeck/client';
import type { StrategyRecord } from '@tapedeck/domain';
import type { ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { textHook } from '../../platform/texts.tsx';
import styles from './effects.module.css';
import english from './text.en.json';

export const useEffectsText = textHook('effects', english);

/** A heading with its content; nothing without content. */
export function Effects({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section className={styles['effects']} aria-label={title}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** Orders by kind, protective ones first. */
export function useCountLines(): (counts: OrderCounts) => readonly ReactNode[] {
  const text = useEffectsText();
  return (counts) =>
    ORDER_GROUPS.flatMap((group) => {
      const count = counts[group] ?? 0;
      return count === 0 ? [] : [<li key={group}>{text(`group.${group}`, { count })}</li>];
    });
}

/** Text of a running strategy. */
export function useStrategyName(): (strategy: StrategyRecord) => string {
  const client = useClient();
  const text = useEffectsText();
  return ({ plan, instrument }) => {
    const symbol = client.markets.instrumentById(instrument)?.symbol ?? '';
    return text('strategyOf', { kind: text(`strategy.${plan.kind}`), symbol });
  };
}
