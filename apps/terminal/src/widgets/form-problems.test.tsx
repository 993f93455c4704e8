import { createStore, type Failure, type Sending } from '@tapedeck/client';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FakeClient } from '../testing/fake-terminal-client.ts';
import { orderView, SECOND_INSTRUMENT, TEST_INSTRUMENT } from '../testing/records.ts';

/** The words of failures arrive when a test says so. */
const words = vi.hoisted(() => {
  let arrive = (): void => undefined;
  const haveArrived = new Promise<void>((resolve) => (arrive = resolve));
  return { haveArrived, arrive: () => arrive() };
});
vi.mock(import('../platform/failures.ts'), async (original) => {
  await words.haveArrived;
  return original();
});

// Another file may have loaded the words in this process.
vi.resetModules();
const { fakeClient } = await import('../testing/fake-terminal-client.ts');
const { renderScreen } = await import('../testing/render.tsx');
const { FormProblems } = await import('./form-problems.tsx');

const IDLE: Sending = { state: 'idle' };
const BUYS: Sending = { state: 'sending', side: 'Buy' };
const UNANSWERED = /^No answer yet: the exchange may have this order/;

let client: FakeClient;
const sending = createStore<Sending>(IDLE);
const refusal = createStore<Failure | undefined>(undefined);

beforeEach(() => {
  client = fakeClient();
  sending.set(IDLE);
  refusal.set(undefined);
  renderScreen(client, <FormProblems form={{ sending, refusal, feed: { instrument: TEST_INSTRUMENT } }} problem={undefined} />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const told = (): string | null | undefined => screen.queryByRole('alert')?.textContent;

describe('an order that gets no answer', () => {
  const checked = (instrument = TEST_INSTRUMENT) =>
    client.orders.open.set({ status: 'success', data: [{ ...orderView({}, 'checking'), instrument }] });

  test('LIV-03 the form says at once that the order is looked up, until its result is known', () => {
    act(() => sending.set(BUYS));
    expect(screen.queryByText(UNANSWERED)).toBeNull();
    act(() => checked(SECOND_INSTRUMENT));
    expect(screen.queryByText(UNANSWERED)).toBeNull();
    act(() => checked());
    screen.getByText(UNANSWERED);
    act(() => sending.set(IDLE));
    expect(screen.queryByText(UNANSWERED)).toBeNull();
  });

  test('LIV-03 a late answer is told as one, and the next order starts without it', () => {
    vi.useFakeTimers();
    act(() => sending.set(BUYS));
    act(() => void vi.advanceTimersByTime(10_000));
    screen.getByText(UNANSWERED);
    act(() => sending.set(IDLE));
    act(() => sending.set(BUYS));
    expect(screen.queryByText(UNANSWERED)).toBeNull();
  });

  test('LIV-03 INP-05 the parts of a large order are late one by one', () => {
    vi.useFakeTimers();
    const part = (clientOrderId: string) => client.orders.open.set({ status: 'success', data: [orderView({ clientOrderId }, 'pending')] });
    act(() => sending.set(BUYS));
    for (const id of ['first', 'second', 'third']) {
      act(() => part(id));
      act(() => void vi.advanceTimersByTime(1_500));
      expect(screen.queryByText(UNANSWERED)).toBeNull();
    }
    act(() => void vi.advanceTimersByTime(1_500));
    screen.getByText(UNANSWERED);
  });
});

test('LIV-03 ERR-05 a refusal is told before its words have arrived, a silent one never', async () => {
  act(() => refusal.set({ code: 30099, message: '' }));
  expect(told()).toBeUndefined();
  act(() => refusal.set({ code: 9000000, message: '', unsettled: true }));
  expect(told()).toMatch(UNANSWERED);
  act(() => refusal.set({ code: 110007, message: '' }));
  expect(told()).toBe('The order was refused: …');
  act(() => refusal.set({ code: 9000005, message: '' }));
  expect(told()).toBe('The order was not sent.');
  words.arrive();
  await screen.findByText('The order was not sent. You can send it again now.');
});
