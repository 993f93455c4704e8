import { ORDER_SOURCES, SIDES } from '../codec/choices.ts';
import { FLAG, POSITION_INDEX, REQUEST_ID, choice } from '../codec/command-fields.ts';
import { LOTS, NUMBER, TEXT } from '../codec/fields.ts';
import { PLAN } from '../codec/strategy-plan.ts';
import type { CommandRows } from '../commands/command-row.ts';
import { isCopiedContract } from '../commands/copied.ts';
import { cancelStrategy, createStrategy, signalStrategy } from './run-strategies.ts';

export const STRATEGY_COMMANDS: CommandRows<'CreateStrategy' | 'CancelStrategy' | 'SignalStrategy'> = {
  CreateStrategy: {
    code: 19,
    does: 'Starts a strategy.',
    by: 'account',
    fields: {
      account: NUMBER,
      instrument: NUMBER,
      side: choice(SIDES),
      positionIndex: POSITION_INDEX,
      reduceOnly: FLAG,
      quantity: LOTS,
      plan: PLAN,
      source: choice(ORDER_SOURCES),
      requestId: REQUEST_ID,
    },
    once: true,
    instrument: 'listed',
    opens: (state, _account, { plan, instrument, reduceOnly }) =>
      (plan.kind === 'FutureSpread' && isCopiedContract(state, plan.far)) || (isCopiedContract(state, instrument) && !reduceOnly),
    apply: createStrategy,
  },
  CancelStrategy: {
    code: 20,
    does: 'Ends a strategy and cancels its orders.',
    by: 'account',
    fields: { account: NUMBER, strategyId: NUMBER },
    apply: cancelStrategy,
  },
  SignalStrategy: {
    code: 21,
    does: 'Makes a webhook strategy place its order.',
    by: 'account',
    fields: { account: NUMBER, strategyId: NUMBER, secret: TEXT, requestId: REQUEST_ID },
    once: true,
    apply: signalStrategy,
  },
};
