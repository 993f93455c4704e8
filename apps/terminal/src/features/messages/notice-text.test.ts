import type { Notice, NoticeFlag } from '@tapedeck/client';
import { lots, money, ticks, type CancelReason } from '@tapedeck/domain';
import { formatsOf } from '@tapedeck/i18n';
import { describe, expect, test } from 'vitest';
import { moneyOf, orderRecord, priceOf, TEST_INSTRUMENT as instrument } from '../../testing/records.ts';
import { ENGLISH_TEXTS } from '../../testing/render.tsx';
import { messageOf, type NoticeWords } from './notice-text.ts';

const words = (account: NoticeWords['account'] = 'UTA2', closed: readonly NoticeFlag[] = []): NoticeWords => ({
  text: (key, values) => ENGLISH_TEXTS.text('messages', key, values),
  common: (key, values) => ENGLISH_TEXTS.text('platform', key, values),
  formats: formatsOf('en'),
  account,
  closed: new Set(closed),
});
const told = (notice: Notice, account?: NoticeWords['account'], closed?: readonly NoticeFlag[]): string => {
  const message = messageOf(notice, words(account, closed));
  if (message === undefined || message.kind === 'failure') return '';
  return `${message.kind}: ${message.title}${message.detail === undefined ? '' : ` / ${message.detail}`}`;
};
const fromTable = orderRecord({ source: 'table' });
const waiting = {
  ...fromTable,
  orderType: 'Market' as const,
  status: 'Untriggered' as const,
  stop: {
    kind: 'Stop' as const,
    trigger: { price: ticks(661_000), direction: 'Rising' as const, source: 'MarkPrice' as const },
    closeOnTrigger: false,
    wholePosition: false,
    parent: 0,
  },
};
const made: Notice = { kind: 'orderMade', order: fromTable, instrument };
const edited: Notice = { kind: 'orderEdited', order: orderRecord({ price: ticks(629_000) }), before: orderRecord(), instrument };
const cancelled = (reason?: string): Notice => ({
  kind: 'orderCancelled',
  order: orderRecord({ status: 'Cancelled', ...(reason !== undefined && { cancelReason: reason as CancelReason }) }),
  instrument,
});
const filled = (count: number): Notice => ({
  kind: 'orderFilled',
  order: orderRecord({ status: 'Filled', filled: lots(count) }),
  instrument,
  price: priceOf('62799.5'),
  quantity: '0.5',
});
const liquidated = (size: string): Notice => ({ kind: 'liquidated', instrument, side: 'Buy', size });

describe('news of the account', () => {
  test.each([
    [made, 'success: Buy order created / 0.500 BTC at 62,800.0'],
    [{ ...made, order: { ...fromTable, orderType: 'Market', side: 'Sell' } }, 'success: Sell order created / 0.500 BTC at market price'],
    [{ ...made, order: waiting }, 'success: Buy order created / 0.500 BTC at market price · trigger ≥ 66,100.0 Mark'],
    // An exit of a whole position has no quantity of its own.
    [
      { ...made, order: { ...waiting, quantity: lots(0), stop: { ...waiting.stop, wholePosition: true } } },
      'success: Buy order created / Entire position at market price · trigger ≥ 66,100.0 Mark',
    ],
    [
      { ...made, order: { ...fromTable, orderType: 'Market', quantity: lots(0), quoteAmount: moneyOf('250.5') } },
      'success: Buy order created / 250.5 USDT at market price',
    ],
    // The panel of a strategy reports its parts.
    [{ ...made, order: { ...fromTable, strategy: { id: 1, kind: 'TWAP', part: 0 } } }, ''],
    [{ ...made, kind: 'orderUnanswered' }, 'info: No answer yet / Buy 0.500 BTC: checking what happened to the order.'],
    [{ ...made, kind: 'orderMissing' }, 'error: No order was placed / Buy 0.500 BTC: the order did not reach the exchange.'],
    [edited, 'success: BTCUSDT order changed / Buy 0.500: price changed from 62,800.0 to 62,900.0'],
    [{ ...edited, order: orderRecord({ quantity: lots(300) }) }, 'success: BTCUSDT order changed / Buy 0.300 at 62,800.0'],
    [cancelled('CancelByUser'), 'success: BTCUSDT order cancelled'],
    // 0.2 of 0.5 BTC for 12,559.9 USDT.
    [
      {
        ...cancelled('EC_ReachMarketPriceLimit'),
        order: {
          ...orderRecord({ status: 'Cancelled', filled: lots(200), filledValue: money(1_255_990_000_000n) }),
          cancelReason: 'EC_ReachMarketPriceLimit',
        },
      } as Notice,
      'info: Buy 0.200 of 0.500 BTCUSDT filled / at 62,799.5 · The rest was outside the price limit.',
    ],
    [cancelled('CancelByMaxSlippage'), 'success: BTCUSDT order was cancelled / The rest was beyond the slippage limit.'],
    [
      cancelled('CancelByPmTrialMmOverEquity'),
      'success: BTCUSDT order was cancelled / The maintenance margin of the portfolio would have exceeded its equity.',
    ],
    // A position's news waits until nothing of the order is left.
    [filled(499), ''],
    [filled(500), 'success: Buy 0.5 BTCUSDT filled / at 62,799.5'],
    [liquidated('0.35'), 'error: BTCUSDT position liquidated / Long 0.35 was taken over at its bankruptcy price.'],
    [liquidated('0.000'), 'error: BTCUSDT position liquidated / Its orders were cancelled and its margin taken over.'],
  ] as const)('NTF-01 NTF-02 %#: %s', (notice, expected) => {
    expect(told(notice)).toBe(expected);
  });

  test('NTF-02 LIV-03 all that is told of one order is one message, from the sending to the end', () => {
    const order = orderRecord({ orderId: 7, clientOrderId: 'td-1' });
    const sent = { ...order, orderId: -1 };
    const news: Notice[] = [
      { kind: 'orderUnanswered', order: sent, instrument },
      { kind: 'orderMissing', order: sent, instrument },
      { kind: 'orderMade', order, instrument },
      { kind: 'orderFilled', order: { ...order, filled: order.quantity }, instrument, price: priceOf('62799.5'), quantity: '0.5' },
      { kind: 'orderCancelled', order: { ...order, cancelReason: 'CancelByReduceOnly' }, instrument },
    ];
    expect(new Set(news.map((notice) => messageOf(notice, words())?.id))).toEqual(new Set(['order-td-1']));
    // An order sent elsewhere is identified by the exchange's id.
    const foreign = orderRecord({ orderId: 8, clientOrderId: '' });
    expect(messageOf({ kind: 'orderMade', order: foreign, instrument }, words())?.id).toBe('order-8');
  });

  test('NTF-01 portfolio margin is liquidated in words of its own', () => {
    expect(told(liquidated('0.35'), 'PM')).toContain('Positions in the portfolio are reduced until its margin is sufficient.');
  });

  test('NTF-02 the flags close the messages of orders that are created and changed, and no others', () => {
    expect(told(made, 'UTA2', ['createOrderNotifyClose'])).toBe('');
    expect(told(edited, 'UTA2', ['createOrderNotifyClose'])).not.toBe('');
    expect(told(edited, 'UTA2', ['modifyOrderNotifyClose'])).toBe('');
    expect(told(cancelled('CancelByUser'), 'UTA2', ['createOrderNotifyClose', 'modifyOrderNotifyClose'])).not.toBe('');
    expect(told(liquidated('1'), 'UTA2', ['createOrderNotifyClose', 'modifyOrderNotifyClose'])).not.toBe('');
  });
});
