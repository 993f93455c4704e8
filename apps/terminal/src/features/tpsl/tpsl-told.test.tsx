import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showMessages } from '../../platform/notifications.ts';
import { fakeClient, type FakeClient } from '../../testing/fake-terminal-client.ts';
import { positionRecord, positionView, priceOf, TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { TpslFormView } from './tpsl-form-view.tsx';

const KEY = 'BTCUSDT:0';
let client: FakeClient;
let stopTelling: () => void;
const told: string[] = [];

beforeEach(() => {
  client = fakeClient();
  client.positions.position(KEY).set(positionView());
  stopTelling = showMessages((message) => told.push(message.title ?? ''));
  // Messages of earlier tests in this process are kept for the next listener.
  told.length = 0;
});
afterEach(() => {
  stopTelling();
  cleanup();
});

describe('what is said when exits are set', () => {
  test.each([
    ['both', '65000', '62000', 'Take-profit and stop-loss are set'],
    ['a take-profit', '65000', '', 'Take-profit is set'],
    ['a stop-loss', '', '62000', 'Stop-loss is set'],
  ])('TPS-04 NTF-02 %s', async (_which, profit, loss, words) => {
    const target = {
      ...{
        positionKey: KEY,
        instrument: TEST_INSTRUMENT,
        record: positionRecord(),
        reference: { get: () => priceOf('64182.4'), subscribe: () => () => undefined },
      },
      ...{ account: { kind: 'UTA2', isDemo: false } as const, feed: client.markets.feed('BTCUSDT') },
    };
    const onDone = vi.fn();
    renderScreen(client, <TpslFormView target={target} mode="Full" entry={undefined} onDone={onDone} onCancel={vi.fn()} />);
    if (profit !== '') await userEvent.type(screen.getByLabelText('TP trigger price'), profit);
    if (loss !== '') await userEvent.type(screen.getByLabelText('SL trigger price'), loss);
    await userEvent.tab();
    const form = screen.getByRole('button', { name: 'Confirm' }).closest('form');
    if (form !== null) fireEvent.submit(form);
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(client.positions.setTpsl).toHaveBeenCalledOnce();
    expect(told).toEqual([words]);
  });
});
