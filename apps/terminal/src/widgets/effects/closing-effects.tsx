import { closingEffect, type PositionView } from '@tapedeck/client';
import { useClient } from '../../platform/client-context.tsx';
import { openOrders, strategiesOf } from '../../intents/running-now.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { Effects, useCountLines, useEffectsText, useStrategyName } from './effects.tsx';
import styles from './effects.module.css';

interface ClosingEffectsProps {
  readonly views: readonly PositionView[];
  /** The other side is opened at once. */
  readonly reversed?: boolean;
}

/** Orders and strategies that end with the positions, and those that continue. */
export function ClosingEffects({ views, reversed = false }: ClosingEffectsProps) {
  const client = useClient();
  const text = useEffectsText();
  const lines = useCountLines();
  const strategyName = useStrategyName();
  useReadable(client.orders.open);
  useReadable(client.strategies.list);
  const orders = openOrders(client).map(({ record }) => record);
  const records = views.map(({ record }) => record);
  const { ends, end, goOn, waitOn } = closingEffect(records, orders, strategiesOf(client));
  const ending = [...lines(ends), ...end.map((strategy) => <li key={strategy.strategyId}>{strategyName(strategy)}</li>)];
  const going = [
    ...goOn.map((strategy) => (
      <li key={strategy.strategyId}>{reversed ? strategyName(strategy) : text('strategyOn', { strategy: strategyName(strategy) })}</li>
    )),
    ...(waitOn === 0 ? [] : [<li key="waits">{text(reversed ? 'waitOnReversed' : 'waitOn', { count: waitOn })}</li>]),
  ];
  return (
    <>
      {ending.length === 0 && <p className={styles['note']}>{text('nothingEnds')}</p>}
      <Effects title={text(views.length === 1 ? 'ends' : 'endsAll')}>{ending}</Effects>
      <Effects title={text('goesOn')}>{going}</Effects>
    </>
  );
}
