import type { Notice } from '@tapedeck/client';
import type { CancelReason } from '@tapedeck/domain';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useClient } from '../platform/client-context.tsx';
import { failureText } from '../platform/failures.ts';
import { notify, showMessages, type Message } from '../platform/notifications.ts';
import { useCommonText, useFormats, type Translate } from '../platform/texts.tsx';
import { priceText } from '../platform/values.ts';
import type { Formats } from '@tapedeck/i18n';
import { useAppText } from './header.tsx';

const Toasts = lazy(() => import('./toasts.tsx').then((module) => ({ default: module.Toasts })));

const CANCEL_TEXTS = {
  EC_PostOnlyWillTakeLiquidity: 'cancelledPostOnly',
  CancelByReduceOnly: 'cancelledReduceOnly',
  EC_NoImmediateQtyToFill: 'cancelledUnfilled',
  EC_CancelForNoFullFill: 'cancelledUnfilled',
  EC_ReachMarketPriceLimit: 'cancelledPriceLimit',
  CancelAllBeforeLiq: 'cancelledLiquidation',
} as const satisfies Partial<Record<CancelReason, string>>;

type CancelText = (typeof CANCEL_TEXTS)[keyof typeof CANCEL_TEXTS];
type NoticeText = Translate<'filled' | 'filledDetail' | 'cancelled' | 'liquidated' | 'liquidatedDetail' | CancelText>;
type Words = Translate<'buy' | 'sell' | 'long' | 'short'>;

/** News of the account in words; a cancellation by the trader's own hand is no news. */
function messageOf(notice: Notice, text: NoticeText, common: Words, formats: Formats): Message | undefined {
  const { symbol } = notice.instrument;
  switch (notice.kind) {
    case 'orderFilled': {
      const side = common(notice.order.side === 'Buy' ? 'buy' : 'sell');
      return {
        kind: 'success',
        id: `filled-${notice.order.orderId}`,
        title: text('filled', { side, quantity: formats.decimal(notice.quantity), symbol }),
        detail: text('filledDetail', { price: priceText(formats, notice.price, notice.instrument) }),
      };
    }
    case 'orderCancelled': {
      const reason = notice.order.cancelReason;
      if (reason === undefined || reason === 'CancelByUser') return undefined;
      const key = reason in CANCEL_TEXTS ? CANCEL_TEXTS[reason as keyof typeof CANCEL_TEXTS] : undefined;
      const detail = key === undefined ? {} : { detail: text(key) };
      return { kind: 'info', id: `cancelled-${notice.order.orderId}`, title: text('cancelled', { symbol }), ...detail };
    }
    case 'liquidated': {
      const side = common(notice.side === 'Buy' ? 'long' : 'short');
      const detail = text('liquidatedDetail', { side, size: formats.decimal(notice.size) });
      return { kind: 'error', id: `liquidated-${symbol}`, title: text('liquidated', { symbol }), detail };
    }
  }
}

/** Shows messages; the library that draws them is loaded with the first one. */
export function Messages() {
  const client = useClient();
  const text = useAppText();
  const common = useCommonText();
  const formats = useFormats();
  const [queue, setQueue] = useState<readonly Message[]>([]);
  useEffect(() => showMessages((message) => setQueue((old) => [...old, message])), []);
  useEffect(
    () =>
      client.account.onNotice((notice) => {
        const message = messageOf(notice, text, common, formats);
        if (message !== undefined) notify(message);
      }),
    [client, text, common, formats],
  );
  if (queue.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Toasts queue={queue} failedTitle={text('failedTitle')} failureText={(failure) => failureText(common, failure)} />
    </Suspense>
  );
}
