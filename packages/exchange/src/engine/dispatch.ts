import { invariant, isOption, refusal, type InstrumentId, type Outcome, type Refusal } from '@tapedeck/domain';
import type { AnyRow, Checked, Named } from '../commands/command-row.ts';
import type { Command, CommandType } from '../commands/command.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { COMMANDS } from './command-table.ts';
import { isFollower } from '../commands/copied.ts';
import { followUp } from './follow-up.ts';
import type { Parts } from './parts.ts';

type AccountCommand = Command & Checked;
type AccountRow = Extract<AnyRow<Parts>, { by: 'account' }>;

/** A row with optional checks: one object shape is the fastest to read. */
class Checks {
  readonly once: boolean;
  readonly instrument: Named | undefined;
  readonly opens: boolean;

  constructor(readonly row: AccountRow) {
    this.once = row.once === true;
    this.instrument = row.instrument;
    this.opens = row.opens !== undefined;
  }
}

const CHECKS = Object.fromEntries(
  Object.entries<AnyRow<Parts>>(COMMANDS).map(([type, row]) => [type, row.by === 'account' ? new Checks(row) : undefined]),
) as Readonly<Record<CommandType, Checks | undefined>>;
const { PlaceOrder: PLACING, CancelOrder: CANCELLING } = CHECKS;

/** Most commands place or cancel an order: their checks are found without a search. */
function checksOf(type: CommandType): Checks | undefined {
  if (type === 'PlaceOrder') return PLACING;
  return type === 'CancelOrder' ? CANCELLING : CHECKS[type];
}

/** Refuses an unknown or ended instrument, and settings that it does not have. */
function instrumentRefusal(state: ExchangeState, id: InstrumentId, named: Named): Refusal | undefined {
  const market = state.findMarket(id);
  if (market === undefined) {
    if (id === -1 && named === 'listedOrAll') return undefined;
    return refusal(state.instruments[id] === undefined ? 'symbolUnknown' : 'notTrading');
  }
  // Options and spot pairs have no leverage, margin mode or position mode.
  const settable = named !== 'settable' || !(market.spot || isOption(market.instrument));
  return settable ? undefined : refusal('parameter', { field: 'symbol' });
}

function carryOut(parts: Parts, { row, instrument, opens }: Checks, account: Account, command: AccountCommand): Outcome {
  const { state } = parts;
  const refused = instrument === undefined ? undefined : instrumentRefusal(state, command.instrument ?? -1, instrument);
  if (refused !== undefined) return { refusal: refused };
  if (opens && isFollower(account) && row.opens?.(state, account, command) === true) return { refusal: refusal('followerOpens') };
  return row.apply(state, account, command, parts);
}

function ofAccount(parts: Parts, checks: Checks, command: AccountCommand): Outcome {
  const account = parts.state.accounts.get(command.account);
  if (account === undefined || account.house) return { refusal: refusal('accountUnknown') };
  if (!checks.once) return carryOut(parts, checks, account, command);
  const outcome = account.requests.outcomeOf(command) ?? carryOut(parts, checks, account, command);
  account.requests.remember(command, outcome);
  return outcome;
}

/** Executes a command by the row of its type. */
export function dispatch(parts: Parts, command: Command): Outcome {
  const { state } = parts;
  invariant(command.time >= state.now, 'time never goes back');
  // The clock advances in steps, which set the time themselves.
  if (command.type !== 'AdvanceClock') state.now = command.time;
  const checks = checksOf(command.type);
  if (checks === undefined) {
    const row: AnyRow<Parts> = COMMANDS[command.type];
    invariant(row.by === 'exchange', 'commands of accounts have checks');
    return row.apply(parts, command);
  }
  // Commands without an account belong to the exchange.
  const outcome = ofAccount(parts, checks, command as AccountCommand);
  followUp(state);
  return outcome;
}
