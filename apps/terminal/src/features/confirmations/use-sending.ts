import { type CancelledSeveral, type PositionView, type Result, type TerminalClient } from '@tapedeck/client';
import { useClient } from '../../platform/client-context.tsx';
import type { AskedChange, CancelMeant } from '../../intents/confirmation-asked.ts';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { tellOrderFailure } from '../../intents/order-failure.ts';
import { tellUnreported } from '../../intents/unreported.ts';
import { firstLegs, meantOrders, spreadOrders } from './meant.ts';
import { nameOf, useConfirmationText, type ConfirmationText } from './texts.ts';

async function closeOne(client: TerminalClient, view: PositionView, text: ConfirmationText): Promise<void> {
  const { key, record, instrument } = view;
  const result = await client.positions.close(key, { quantity: record.size });
  if (result.ok) tellUnreported(client, { kind: 'info', id: `close-${key}`, title: text('closing', { position: nameOf(text, view) }) });
  else if (!tellOrderFailure(result.failure, instrument)) reportFailure(result.failure, undefined, instrument);
}

async function closeSeveral(client: TerminalClient, views: readonly PositionView[], text: ConfirmationText): Promise<void> {
  const closes = views.map(({ key, record }) => ({ key, quantity: record.size }));
  const { sent, failure } = await client.positions.closeSeveral(closes);
  if (sent > 0) notify({ kind: 'info', id: 'close-all', title: text('closingAll', { count: sent }) });
  if (failure !== undefined) reportFailure(failure, text('closeAllFailed'));
}

const answered = ({ cancelled, failure }: CancelledSeveral): Result<number> =>
  failure === undefined ? { ok: true, value: cancelled } : { ok: false, failure };

async function cancelSpreads(client: TerminalClient): Promise<Result<number>> {
  const spreads = spreadOrders(client);
  const results = await Promise.all(spreads.map((strategy) => client.strategies.stop(strategy)));
  const failed = results.find((result) => !result.ok);
  return failed?.ok === false ? failed : { ok: true, value: results.length };
}

async function cancelMeant(client: TerminalClient, meant: CancelMeant, keepProtective: boolean): Promise<Result<number>> {
  if (meant.of === 'spreads') return cancelSpreads(client);
  if (meant.of === 'scope') return client.orders.cancelAll({ ...meant.scope, keepProtective });
  return answered(await client.orders.cancelSeveral(firstLegs(meantOrders(client, meant)).map(({ record }) => record)));
}

const NOT_MADE = { moveOrder: 'moveFailed', setExit: 'exitFailed', sendBracket: 'bracketFailed' } as const;

/** Sends confirmed actions and shows their messages. */
export function useSending(): {
  /** Closes the stated positions, each up to its stated size. */
  close(kind: 'marketClose' | 'closeAll', views: readonly PositionView[]): Promise<void>;
  cancel(meant: CancelMeant, keepProtective: boolean): Promise<void>;
  /** Sends a change made on the chart, once; says whether it was taken. */
  change(change: AskedChange): Promise<boolean>;
} {
  const client = useClient();
  const text = useConfirmationText();
  return {
    close: async (kind, views) => {
      const [first] = views;
      if (kind === 'marketClose' && first !== undefined) await closeOne(client, first, text);
      else await closeSeveral(client, views, text);
    },
    cancel: async (meant, keepProtective) => {
      const result = await cancelMeant(client, meant, keepProtective);
      if (result.ok) notify({ kind: 'success', id: 'cancel-all', title: text('cancelled', { count: result.value }) });
      else reportFailure(result.failure);
    },
    change: async (change) => {
      const { kind, instrument, price } = change;
      const result = await change.send();
      if (!result.ok && !tellOrderFailure(result.failure, instrument)) {
        reportFailure(result.failure, text(NOT_MADE[kind]), instrument);
      }
      // The exchange reports other changes as orders.
      if (result.ok && kind === 'setExit')
        notify({ kind: 'success', id: 'tpsl-set', title: text('exitSet', { symbol: instrument.symbol, price }) });
      return result.ok;
    },
  };
}
