import type { Side } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../store/readable.ts';
import { failed, succeeded, type Result } from '../../store/loadable.ts';
import { accountWith, at, SETTINGS } from '../../testing/form-account.ts';
import { BTC } from '../../testing/instruments.ts';
import type { OrderFormAction, OrderFormContext, QuantityUnit } from '../order/order-form.ts';
import { initialDraft } from '../order/order-form-reducer.ts';
import { orderOptions } from '../order/order-options.ts';
import { orderRules } from '../order/order-rules.ts';
import { USUAL_HABITS } from '../tpsl/tpsl-form.ts';
import { createForm, type Form, type FormRules } from './form.ts';
import type { FormProblem } from './readings.ts';

interface NameDraft {
  readonly name: string;
}
type NameAction = { readonly type: 'typed' | 'left'; readonly name: string };
interface NameContext {
  readonly taken: string;
}

const nameRules: FormRules<NameDraft, NameAction, NameContext, { readonly wrong: boolean }, FormProblem, string> = {
  read: ({ name }, { taken }) => ({ wrong: name === '' || name === taken }),
  reduce: (_now, { name }) => ({ name }),
  errors: ({ of }) => [...(of('Buy').wrong ? [{ field: 'name', side: 'Buy' as const }] : []), { field: 'tip', severity: 'warning' }],
  preview: ({ wrong }) => (wrong ? 'bad' : 'good'),
  keepsRefusal: ({ type }) => type === 'left',
};

/** A frame passes when the test says so. */
function handFrames() {
  const due = new Set<() => void>();
  return {
    frames: { onNext: (task: () => void) => void due.add(task), cancel: (task: () => void) => void due.delete(task) },
    pass(): void {
      const tasks = [...due];
      due.clear();
      for (const task of tasks) task();
    },
  };
}

function nameForm(rules: Partial<typeof nameRules> = {}) {
  const followed = createStore<NameContext>({ taken: 'taken' });
  const { frames, pass } = handFrames();
  const form = createForm({ ...nameRules, ...rules }, { initial: { name: '' }, followed, frames });
  const fields = () => form.problems.get().map(({ field }) => field);
  return { form, followed, pass, fields };
}

const sent: Result<void> = succeeded(undefined);
const refused: Result<void> = failed({ code: 10001, message: 'no' });

describe('a form', () => {
  it('tells warnings at once, errors once their field is left or sending was tried', async () => {
    const { form, fields } = nameForm();
    form.dispatch({ type: 'typed', name: '' });
    expect(fields()).toEqual(['tip']);
    form.leaveField('name');
    expect(fields()).toEqual(['name', 'tip']);
    const untouched = nameForm();
    await untouched.form.submit('Buy', () => Promise.resolve(sent));
    expect(untouched.fields()).toEqual(['name', 'tip']);
  });

  it('a press blames the fields that blocked it, not one that appears later', async () => {
    const rules: Partial<typeof nameRules> = {
      errors: ({ draft }) =>
        draft.name === '' ? [{ field: 'name' }] : draft.name === 'both' ? [{ field: 'name' }, { field: 'later' }, { field: 'form' }] : [],
    };
    const { form, fields } = nameForm(rules);
    form.dispatch({ type: 'typed', name: 'free' });
    await form.submit('Buy', () => Promise.resolve(refused));
    form.dispatch({ type: 'typed', name: 'both' });
    // The trader cannot reach the entire form before a press.
    expect(fields()).toEqual(['form']);
    await form.submit('Buy', () => Promise.resolve(sent));
    expect(fields()).toEqual(['name', 'later', 'form']);
    form.dispatch({ type: 'typed', name: '' });
    expect(fields()).toEqual(['name']);
  });

  it('sends once, and nothing that is wrong for that side', async () => {
    const { form } = nameForm();
    let calls = 0;
    const send = () => {
      calls += 1;
      return Promise.resolve(sent);
    };
    expect(await form.submit('Buy', send)).toBeUndefined();
    form.dispatch({ type: 'typed', name: 'free' });
    const both = await Promise.all([form.submit('Buy', send), form.submit('Buy', send)]);
    expect([both, calls]).toEqual([[sent, undefined], 1]);
  });

  it('an answer changes the draft, but never what was typed for the next order while it was on its way', async () => {
    const rules = { ...nameRules, refills: (action: NameAction) => action.type === 'typed' };
    const initial = { name: 'first' };
    const followed = createStore<NameContext>({ taken: 'taken' });
    const { frames } = handFrames();
    const form = createForm(rules, { initial, followed, frames, afterwards: () => ({ type: 'left', name: 'next' }) });
    const sendAnd = (meanwhile?: NameAction) =>
      form.submit('Buy', async () => {
        await Promise.resolve();
        if (meanwhile !== undefined) form.dispatch(meanwhile);
        return sent;
      });
    await sendAnd({ type: 'left', name: 'settled' });
    expect(form.draft.get().name).toBe('next');
    await sendAnd({ type: 'typed', name: 'second' });
    expect(form.draft.get().name).toBe('second');
    await sendAnd();
    expect(form.draft.get().name).toBe('next');
  });

  it('tells what held a press back until something is changed, though it passed by itself', async () => {
    const { form, followed, pass, fields } = nameForm();
    const end = form.start();
    form.dispatch({ type: 'typed', name: 'taken' });
    await form.submit('Buy', () => Promise.resolve(sent));
    followed.set({ taken: 'other' });
    pass();
    expect([fields(), form.preview('Buy')]).toEqual([['tip', 'name'], 'good']);
    form.dispatch({ type: 'left', name: 'taken' });
    expect(fields()).toContain('name');
    form.dispatch({ type: 'typed', name: 'free' });
    expect(fields()).toEqual(['tip']);
    end();
  });

  it('a form that asks anew tells no error again until the next try', async () => {
    const { form, fields } = nameForm({ asksAnew: true });
    await form.submit('Buy', () => Promise.resolve(sent));
    form.dispatch({ type: 'typed', name: 'taken' });
    expect(fields()).toEqual(['tip']);
  });

  it('keeps why it was refused until the next change, and what was typed for good', async () => {
    const { form } = nameForm();
    form.dispatch({ type: 'typed', name: 'free' });
    await form.submit('Buy', () => Promise.resolve(refused));
    expect([form.refusal.get()?.code, form.draft.get().name]).toEqual([10001, 'free']);
    form.dispatch({ type: 'left', name: 'free' });
    expect(form.refusal.get()).toBeDefined();
    form.dispatch({ type: 'typed', name: 'freer' });
    expect(form.refusal.get()).toBeUndefined();
  });
});

/** An order form whose readings are counted by side. */
function countedForm(unit: QuantityUnit) {
  const reads: Record<Side, number> = { Buy: 0, Sell: 0 };
  const book = { bids: [499_999, 900], asks: [500_000, 900], update: 1 };
  const followed = createStore<OrderFormContext>({
    instrument: BTC,
    settings: SETTINGS,
    account: accountWith(10_000),
    last: at(50_000),
    mark: at(50_000),
    bestBid: at(49_999.9),
    bestAsk: at(50_000),
    loggedIn: true,
    positions: [],
    orders: [],
    book,
  });
  const read: typeof orderRules.read = (draft, context, side) => {
    reads[side] += 1;
    return orderRules.read(draft, context, side);
  };
  const { frames, pass } = handFrames();
  const initial = { ...initialDraft('BTCUSDT'), unit, price: '50000', quantity: '0.1' };
  const form = createForm({ ...orderRules, read }, { initial, followed, frames });
  return { form, reads, followed, book, pass };
}

/** Reads everything that the screen reads after a change: errors, each row of both previews, and the TP/SL of both sides. */
function show({
  now,
  preview,
}: Pick<Form<unknown, never, unknown, ReturnType<typeof orderRules.read>, FormProblem, unknown>, 'now' | 'preview'>) {
  for (const side of ['Buy', 'Sell'] as const) {
    for (let row = 0; row < 13; row += 1) preview(side);
    orderOptions(now().of(side));
    now().of(side).tpsl();
  }
}

describe('readings of the order form', () => {
  const changes: readonly OrderFormAction[] = [
    { type: 'priceTyped', text: '49999' },
    { type: 'quantityTyped', text: '0.2' },
    { type: 'tpslToggled', habits: USUAL_HABITS },
    { type: 'tpsl', action: { type: 'typed', leg: 'takeProfit', text: '51000' } },
    { type: 'unitChosen', unit: 'value' },
    { type: 'quantityTyped', text: '7000' },
    { type: 'orderTypeChosen', orderType: 'Market' },
  ];

  it.each(['quantity', 'cost'] as const)('CAL-01 one for each change of the draft and side, typed as a %s', (unit) => {
    const { form, reads } = countedForm(unit);
    show(form);
    for (const [at, change] of changes.entries()) {
      form.dispatch(change);
      show(form);
      expect(reads, change.type).toEqual({ Buy: at + 2, Sell: at + 2 });
    }
  });

  it('CAL-01 one more when the market or the book moved, and none when a field is left that stays as it is', () => {
    const { form, reads, followed, book, pass } = countedForm('quantity');
    const end = form.start();
    pass();
    show(form);
    form.leaveField('price');
    form.leaveField('quantity');
    show(form);
    expect(reads).toEqual({ Buy: 1, Sell: 1 });
    followed.set({ ...followed.get(), mark: at(50_001) });
    pass();
    show(form);
    expect(reads).toEqual({ Buy: 2, Sell: 2 });
    // The book changes in place and tells of it by its number alone.
    book.asks[1] = 100;
    book.update = 2;
    show(form);
    expect(reads).toEqual({ Buy: 3, Sell: 3 });
    end();
  });
});
