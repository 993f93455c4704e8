import {
  attachedExits,
  derived,
  openOrderTpslContext,
  orderTpslDraft,
  tpslOffer,
  tpslTerms,
  withOrderMode,
  type Loadable,
  type OrderView,
  type TpslMode,
} from '@tapedeck/client';
import { isPerpetual, quantityCoin } from '@tapedeck/domain';
import { Tabs, Tag } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useEffect, useState } from 'react';
import { useAccountTraits } from '../../widgets/account-traits.ts';
import { useClient } from '../../platform/client-context.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { tpslHabits } from '../../widgets/tpsl-habits.ts';
import { useTickerFeed } from '../../platform/use-market-feed.ts';
import { useSelected } from '../../platform/use-readable.ts';
import { lotsText, priceText } from '../../platform/values.ts';
import { useTpslText } from './texts.ts';
import { TpslFormBody, useSetTold } from './tpsl-form-view.tsx';
import styles from './tpsl.module.css';
import { useTpslFormOf } from './use-tpsl-form.ts';

const find = (orders: Loadable<readonly OrderView[]>, orderId: number): OrderView | undefined =>
  (orders.status === 'idle' ? undefined : orders.data)?.find(({ record }) => record.orderId === orderId);

interface LiveProps {
  readonly order: OrderView;
  onClose(): void;
}

function LiveDialog({ order, onClose }: LiveProps) {
  const client = useClient();
  const text = useTpslText();
  const common = useCommonText();
  const formats = useFormats();
  const traits = useAccountTraits();
  const { instrument, record } = order;
  const { modes } = tpslOffer(instrument, traits);
  const feed = useTickerFeed(instrument.symbol);
  const [mode, setMode] = useState<TpslMode>(record.exits?.mode ?? 'Full');
  const [editing] = useState(record.exits !== undefined);
  const [followed] = useState(() =>
    derived([client.orders.open, client.positions.settings(instrument.id), feed.ticker], (orders, settings, { ticker }) =>
      openOrderTpslContext({
        order: find(orders, record.orderId)?.record ?? record,
        instrument,
        settings,
        account: traits,
        last: ticker?.market.last,
      }),
    ),
  );
  const form = useTpslFormOf({
    followed,
    initial: (context) => orderTpslDraft(record.exits, context, tpslHabits()),
    send: ({ draft, context }) =>
      client.orders.amend(record, {
        exits: attachedExits(tpslTerms(editing ? draft : withOrderMode(draft, mode, context), context)) ?? null,
      }),
    onDone: useSetTold(onClose),
  });
  if (form === undefined) return null;
  const chooseMode = (next: TpslMode) => {
    setMode(next);
    form.dispatch({ type: 'modeChosen', mode: next });
    if (next === 'Partial') form.dispatch({ type: 'quantityShareChosen', percent: 100 });
  };
  const buy = record.side === 'Buy';
  return (
    <Dialog
      open
      draggable
      wide
      title={text(editing ? 'modify' : 'add')}
      closeLabel={common('close')}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <div className={styles['basics']} role="group" aria-label={text('basicsOrder')}>
        <p className={styles['tags']}>
          <strong>{instrument.symbol}</strong>
          {isPerpetual(instrument) && <Tag>{text('perpetual')}</Tag>}
          <Tag tone={buy ? 'up' : 'down'}>{common(buy ? 'buy' : 'sell')}</Tag>
        </p>
        <dl className={styles['figures']}>
          <div>
            <dt>{text('orderPrice')}</dt>
            <dd>{priceText(formats, form.context.entry, instrument)}</dd>
          </div>
          <div>
            <dt>{text('quantity')}</dt>
            <dd>{`${lotsText(formats, form.context.quantity, instrument)} ${quantityCoin(instrument)}`}</dd>
          </div>
          <div>
            <dt>{text('marketPrice')}</dt>
            <Ticking as="dd" sources={[feed.ticker]} read={() => priceText(formats, feed.ticker.get().ticker?.market.last, instrument)} />
          </div>
        </dl>
      </div>
      {!editing && modes.length > 1 && (
        <Tabs
          compact
          label={text('scope')}
          value={mode}
          items={modes.map((value) => ({ value, label: text(value === 'Full' ? 'entire' : 'partial') }))}
          onChange={chooseMode}
        />
      )}
      <TpslFormBody form={form} onCancel={onClose} />
    </Dialog>
  );
}

/** Attached take-profit and stop-loss of an open order. Closes by itself when the order ends. */
export function OrderTpslDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const order = useSelected(useClient().orders.open, (orders) => find(orders, orderId));
  const gone = order === undefined;
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  return gone ? null : <LiveDialog order={order} onClose={onClose} />;
}
