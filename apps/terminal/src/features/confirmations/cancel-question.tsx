import { cancelEffect, total } from '@tapedeck/client';
import { Checkbox } from '@tapedeck/ui';
import { useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import type { CancelMeant } from '../../intents/confirmation-asked.ts';
import { useReadable } from '../../platform/use-readable.ts';
import styles from './confirmations.module.css';
import { Effects, useCountLines, useEffectsText, useStrategyName } from '../../widgets/effects/effects.tsx';
import { openOrders } from '../../intents/running-now.ts';
import { meantOrders, metStrategies, namesProtective, spreadOrders } from './meant.ts';
import { Question } from './question.tsx';
import { useConfirmationText, type ConfirmationText } from './texts.ts';
import { useSending } from './use-sending.ts';

function titleOf(text: ConfirmationText, meant: CancelMeant): string {
  if (meant.of === 'spreads') return text('cancelTitleSpreads');
  if (meant.of === 'chosen') return text('cancelTitleChosen');
  const { symbol, tab } = meant.scope;
  const kind = tab && text(`kind.${tab}`);
  if (kind === undefined) return symbol === undefined ? text('cancelTitle') : text('cancelTitleOf', { symbol });
  return symbol === undefined ? text('cancelTitleKind', { kind }) : text('cancelTitleKindOf', { kind, symbol });
}

/** Confirms the cancellation of several orders. Orders that protect a position stay unless they are selected. */
export function CancelQuestion({ meant, onClose }: { meant: CancelMeant; onClose: () => void }) {
  const client = useClient();
  const text = useConfirmationText();
  const lines = useCountLines();
  const strategyName = useStrategyName();
  const { cancel } = useSending();
  const effects = useEffectsText();
  const [included, setIncluded] = useState(false);
  // The counts follow the orders, so that a press cancels exactly the stated orders.
  useReadable(client.orders.open);
  useReadable(client.strategies.list);
  const named = namesProtective(meant);
  const keepProtective = !named && !included;
  const orders = meantOrders(client, meant);
  const context = { all: openOrders(client), strategies: metStrategies(client, meant), keepProtective };
  const { cancelled, end, goOn } = cancelEffect(orders, context);
  const { kept } = cancelEffect(orders, { ...context, keepProtective: true });
  const spreads = meant.of === 'spreads' ? spreadOrders(client).length : 0;
  const count = total(cancelled) + spreads;
  const protects = total(kept) > 0;
  const spreadLine = spreads === 0 ? [] : [<li key="spread">{effects('group.spread', { count: spreads })}</li>];
  return (
    <Question
      kind="cancelAll"
      title={titleOf(text, meant)}
      confirm={text('cancel', { count })}
      dismiss={text('keep')}
      disabled={count === 0}
      onConfirm={() => {
        void cancel(meant, keepProtective);
        return true;
      }}
      onClose={onClose}
    >
      {count === 0 && <p className={styles['note']}>{text('nothing')}</p>}
      <Effects title={text('cancels')}>{[...lines(cancelled), ...spreadLine]}</Effects>
      {protects && keepProtective && <Effects title={text('stay')}>{lines(kept)}</Effects>}
      {protects && !named && (
        <Checkbox checked={included} onChange={setIncluded}>
          {text('include')}
        </Checkbox>
      )}
      {protects && !keepProtective && (
        <p role="alert" className={styles['warning']}>
          {text('includeWarning')}
        </p>
      )}
      <Effects title={text('strategiesEnd')}>
        {end.map((strategy) => (
          <li key={strategy.strategyId}>{strategyName(strategy)}</li>
        ))}
      </Effects>
      <Effects title={text('strategiesGoOn')}>
        {goOn.map((strategy) => (
          <li key={strategy.strategyId}>{strategyName(strategy)}</li>
        ))}
      </Effects>
    </Question>
  );
}
