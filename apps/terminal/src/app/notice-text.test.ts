import type { Notice } from '@tapedeck/client';
import { lots } from '@tapedeck/domain';
import { formatsOf } from '@tapedeck/i18n';
import { describe, expect, test } from 'vitest';
import { orderRecord, priceOf, TEST_INSTRUMENT } from '../testing/records.ts';
import { messageOf, type NoticeWords } from './notice-text.ts';

/** The key of a text, with what fills it in. */
const named = (key: string, values?: object): string => (values === undefined ? key : `${key} ${Object.values(values).join(' ')}`);
const words = (account: NoticeWords['account'] = 'UTA2'): NoticeWords => ({
  text: named,
  common: named,
  formats: formatsOf('en'),
  account,
});
const instrument = TEST_INSTRUMENT;

describe('notices in words', () => {
  test('NTF-01 a fill is told only when nothing of the order is left', () => {
    const filled = (count: number): Notice => ({
      kind: 'orderFilled',
      order: orderRecord({ quantity: lots(100), filled: lots(count) }),
      instrument,
      price: priceOf('64000'),
      quantity: '0.1',
    });
    expect(messageOf(filled(99), words())).toBeUndefined();
    expect(messageOf(filled(100), words())).toMatchObject({ kind: 'success', title: expect.stringContaining('filled') as string });
  });

  test('NTF-01 a liquidation is a failure: of a position, of one without a size, of a portfolio', () => {
    const told = (size: string, account: NoticeWords['account']) =>
      messageOf({ kind: 'liquidated', instrument, side: 'Buy', size }, words(account));
    expect(told('0.25', 'UTA2')).toMatchObject({ kind: 'error', detail: 'liquidatedDetail long 0.25' });
    expect(told('0.000', 'regular')).toMatchObject({ kind: 'error', detail: 'liquidatedEmpty' });
    expect(told('0.25', 'PM')).toMatchObject({ kind: 'error', detail: 'liquidatedPortfolio' });
  });

  test('NTF-01 an order that a portfolio could not carry says so', () => {
    const cancelled = (cancelReason: 'CancelByPmTrialMmOverEquity' | 'CancelByUser'): Notice => ({
      kind: 'orderCancelled',
      order: orderRecord({ status: 'Cancelled', cancelReason }),
      instrument,
    });
    expect(messageOf(cancelled('CancelByPmTrialMmOverEquity'), words('PM'))).toMatchObject({ detail: 'cancelledPortfolioTrial' });
    expect(messageOf(cancelled('CancelByUser'), words())).toMatchObject({ kind: 'success' });
  });
});
