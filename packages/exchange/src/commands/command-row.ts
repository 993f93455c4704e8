import type { AccountId, InstrumentId, Outcome, Repeatable } from '@tapedeck/domain';
import type { CommandBytes, CommandReader } from '../codec/command-bytes.ts';
import type { FieldCodecs } from '../codec/fields.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Command, CommandType } from './command.ts';

export type CommandOf<Type extends CommandType> = Extract<Command, { type: Type }>;

/** Fields of a command other than its type and time. */
export type FieldsOf<C extends Command> = Omit<C, 'type' | 'time'>;

/** Fields that a decoder knows before it reads the others. */
export type HeadOf<C extends Command> = Pick<C, 'type' | 'time'>;

/** Hand-written codec of the command's bytes. */
export interface OwnBytes<C extends Command> {
  /** Used by the documents. */
  readonly names: readonly (keyof FieldsOf<C> & string)[];
  write(bytes: CommandBytes, command: C): void;
  read(reader: CommandReader, head: HeadOf<C>): C;
}

interface Described<C extends Command> {
  /** Number of the command in journals: never reused, never changed. */
  readonly code: number;
  /** Summary for the documents. */
  readonly does: string;
  /** Fields in byte order. */
  readonly fields: FieldCodecs<FieldsOf<C>, CommandBytes, CommandReader> | OwnBytes<C>;
}

/** Instruments that a command may name: a listed one, a listed contract with leverage and modes, or a listed one with -1 for all. */
export type Named = 'listed' | 'settable' | 'listedOrAll';

/** Fields that the dispatcher checks before it executes a command of an account. */
export interface Checked {
  readonly account: AccountId;
  readonly instrument?: InstrumentId;
  readonly requestId?: string;
}

/** A row as the dispatcher sees it: it only receives commands of its own type. */
export type AnyRow<Parts> =
  | {
      readonly by: 'account';
      readonly instrument?: Named;
      readonly once?: true;
      opens?(state: ExchangeState, account: Account, command: Command): boolean;
      apply(state: ExchangeState, account: Account, command: Command, parts: Parts): Outcome;
    }
  | { readonly by: 'exchange'; apply(parts: Parts, command: Command): Outcome };

/** Checks that the dispatcher makes before it executes a command of an account. */
type Checks<C extends Command> = (C extends { readonly instrument: InstrumentId } ? { readonly instrument: Named } : object) &
  /** A request with an id is executed once. */
  (C extends Repeatable ? ('requestId' extends keyof C ? { readonly once: true } : object) : object);

/** A command of an account: refused for house accounts and unknown accounts. */
export type AccountRow<C extends Command, Parts> = Described<C> &
  Checks<C> & {
    readonly by: 'account';
    /** Whether the command opens a position in a copied contract, which followers leave to the leader. */
    opens?(state: ExchangeState, account: Account, command: C): boolean;
    apply(state: ExchangeState, account: Account, command: C, parts: Parts): Outcome;
  };

/** A command of the exchange itself, its clock or its market. */
export interface ExchangeRow<C extends Command, Parts> extends Described<C> {
  readonly by: 'exchange';
  apply(parts: Parts, command: C): Outcome;
}

export type CommandRow<Type extends CommandType, Parts> =
  CommandOf<Type> extends { readonly account: number }
    ? AccountRow<CommandOf<Type>, Parts> | ExchangeRow<CommandOf<Type>, Parts>
    : ExchangeRow<CommandOf<Type>, Parts>;

/** Rows of a group of commands. */
export type CommandRows<Type extends CommandType, Parts = unknown> = { readonly [One in Type]: CommandRow<One, Parts> };
