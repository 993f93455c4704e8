import { ORDER_GROUPS, type OrderCounts } from '@tapedeck/client';
import type { StrategyRecord } from '@tapedeck/domain';
import type { ReactNode } from 'react';
import { useClient } from '../client-context.tsx';
import { textHook } from '../texts.tsx';
import styles from './effects.module.css';
import type english from './text.en.json';

export const useEffectsText = textHook<typeof english>('effects');

/** A heading with what is below it; nothing where there is nothing below. */
export function Effects({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section className={styles['effects']} aria-label={title}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** Orders by what they are, the protective ones first. */
export function useCountLines(): (counts: OrderCounts) => readonly ReactNode[] {
  const text = useEffectsText();
  return (counts) =>
    ORDER_GROUPS.flatMap((group) => {
      const count = counts[group] ?? 0;
      return count === 0 ? [] : [<li key={group}>{text(`group.${group}`, { count })}</li>];
    });
}

/** A running strategy in words. */
export function useStrategyName(): (strategy: StrategyRecord) => string {
  const client = useClient();
  const text = useEffectsText();
  return ({ plan, instrument }) => {
    const symbol = client.instrumentById(instrument)?.symbol ?? '';
    return text('strategyOf', { kind: text(`strategy.${plan.kind}`), symbol });
  };
}
