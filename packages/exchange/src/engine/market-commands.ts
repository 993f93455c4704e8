import { milliseconds, refusal, type Outcome } from '@tapedeck/domain';
import { ACCOUNT_KINDS, SIDES } from '../codec/choices.ts';
import { ASCENDING, FLAG, NUMBERS, choice } from '../codec/command-fields.ts';
import { NUMBER, PRICE, QUANTITY, TEXT } from '../codec/fields.ts';
import type { CommandRows } from '../commands/command-row.ts';
import {
  SCENARIOS,
  SCENARIO_POINTS_MAX,
  type OpenAccount,
  type ReplayBook,
  type ReplayTrade,
  type StageScenario,
  type WatchChange,
} from '../commands/command.ts';
import { Account } from '../state/account.ts';
import { advanceClock, afterMarket } from './clock.ts';
import type { Parts } from './parts.ts';

const SCENARIO_MIN_MS = 1_000;
const SCENARIO_MAX_MS = 86_400_000;

function openAccount({ state }: Parts, { account, kind }: OpenAccount): Outcome {
  if (state.accounts.has(account)) return { refusal: refusal('accountExists') };
  state.accounts.add(new Account(account, kind, state));
  state.tell({ type: 'AccountOpened', account, kind });
  return {};
}

function stage({ inside }: Parts, command: StageScenario): Outcome {
  const { basisPoints, duration } = command;
  if (duration < SCENARIO_MIN_MS || duration > SCENARIO_MAX_MS) return { refusal: refusal('parameter', { field: 'duration' }) };
  if (Math.abs(basisPoints) > SCENARIO_POINTS_MAX) return { refusal: refusal('parameter', { field: 'basisPoints' }) };
  return inside.stage?.(command) === true ? {} : { refusal: refusal('parameter', { field: 'coin' }) };
}

function replay(parts: Parts, command: ReplayTrade | ReplayBook): Outcome {
  const { state, inside, house } = parts;
  if (state.findMarket(command.instrument) === undefined) return { refusal: refusal('symbolUnknown') };
  house.until = command.time;
  if (command.type === 'ReplayTrade') inside.replay(house, command);
  else inside.replayBook?.(house, command);
  afterMarket(parts);
  return {};
}

function watch({ inside }: Parts, command: WatchChange): Outcome {
  inside.watch(command);
  return {};
}

export const MARKET_COMMANDS: CommandRows<
  'OpenAccount' | 'AdvanceClock' | 'WatchMarkets' | 'ChangeWatchedMarkets' | 'ReplayTrade' | 'ReplayBook' | 'StageScenario',
  Parts
> = {
  OpenAccount: {
    code: 0,
    does: 'Opens an account.',
    by: 'exchange',
    fields: { account: NUMBER, kind: choice(ACCOUNT_KINDS) },
    apply: openAccount,
  },
  AdvanceClock: {
    code: 9,
    does: 'Moves the clock: the market, funding, liquidations and strategies follow.',
    by: 'exchange',
    fields: {},
    apply: (parts, { time }) => {
      advanceClock(parts, milliseconds(time));
      return {};
    },
  },
  WatchMarkets: {
    code: 10,
    does: 'Sets the watched instruments.',
    by: 'exchange',
    fields: { instruments: NUMBERS },
    apply: watch,
  },
  ChangeWatchedMarkets: {
    code: 31,
    does: 'Adds instruments to the watched ones and removes others.',
    by: 'exchange',
    fields: { added: ASCENDING, removed: ASCENDING },
    apply: watch,
  },
  ReplayTrade: {
    code: 11,
    does: 'Prints a recorded trade.',
    by: 'exchange',
    fields: { instrument: NUMBER, side: choice(SIDES), price: PRICE, quantity: QUANTITY },
    apply: replay,
  },
  ReplayBook: {
    code: 30,
    does: 'Changes a recorded book.',
    by: 'exchange',
    fields: { instrument: NUMBER, whole: FLAG, bids: NUMBERS, asks: NUMBERS },
    apply: replay,
  },
  StageScenario: {
    code: 22,
    does: 'Stages an event in the simulated market.',
    by: 'exchange',
    fields: { scenario: choice(SCENARIOS), coin: TEXT, basisPoints: NUMBER, duration: NUMBER },
    apply: stage,
  },
};
