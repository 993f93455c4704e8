import {
  createForm,
  spreadContext,
  spreadRules,
  type Form,
  type SpreadAction,
  type SpreadContext,
  type SpreadDraft,
  type SpreadPreview,
  type SpreadProblem,
  type SpreadReading,
  type TerminalClient,
} from '@tapedeck/client';
import type { SpreadPair } from '@tapedeck/domain';
import { frames } from '../../platform/frame-scheduler.ts';
import { tellOrderFailure } from '../../intents/order-failure.ts';
import type { SpreadFeeds } from './spread-values.ts';

type SpreadForm = Form<SpreadDraft, SpreadAction, SpreadContext, SpreadReading, SpreadProblem, SpreadPreview | undefined>;

/** The form of one spread. */
export interface SpreadFormStore extends Omit<SpreadForm, 'submit' | 'preview'> {
  readonly feeds: SpreadFeeds;
  reading(): SpreadReading;
  preview(): SpreadPreview | undefined;
  /** A second call during the first does nothing. */
  submit(): Promise<boolean>;
}

export const pairOf = ({ far, near }: SpreadFeeds): SpreadPair => ({ far: far.instrument, near: near.instrument });

export function createSpreadFormStore(
  client: Pick<TerminalClient, 'session' | 'markets' | 'orders' | 'positions' | 'funds' | 'copying' | 'strategies'>,
  feeds: SpreadFeeds,
): SpreadFormStore {
  const { instrument } = feeds.near;
  const form = createForm(spreadRules, {
    initial: { side: 'Buy', orderType: 'Limit', price: '', quantity: '' },
    followed: spreadContext(client, feeds),
    frames,
    afterwards: ({ ok }) => (ok ? { type: 'sent' } : undefined),
  });
  const side = () => form.draft.get().side;
  return {
    ...form,
    feeds,
    reading: () => form.now().of(side()),
    preview: () => form.preview(side()),
    async submit() {
      const result = await form.submit(side(), ({ draft, plan, quantity }) => {
        if (plan === undefined || plan === 'noBook' || quantity === undefined) return undefined;
        return client.strategies.create({ instrument, side: draft.side, positionIndex: 0, reduceOnly: false, quantity, plan });
      });
      if (result?.ok === false) tellOrderFailure(result.failure, instrument);
      return result?.ok === true;
    },
  };
}
