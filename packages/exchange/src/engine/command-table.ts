import { invariant } from '@tapedeck/domain';
import type { CommandBytes, CommandReader } from '../codec/command-bytes.ts';
import { struct, type FieldCodecs } from '../codec/fields.ts';
import type { CommandRows, OwnBytes } from '../commands/command-row.ts';
import type { Command, CommandType } from '../commands/command.ts';
import { COPY_COMMANDS } from '../copying/copy-commands.ts';
import { FUNDS_COMMANDS } from '../funds/funds-commands.ts';
import { MARKET_COMMANDS } from './market-commands.ts';
import { ORDER_COMMANDS } from './order-commands.ts';
import type { Parts } from './parts.ts';
import { SETTINGS_COMMANDS } from '../settings/settings-commands.ts';
import { STRATEGY_COMMANDS } from '../strategies/strategy-commands.ts';

/** Every command: encoder, decoder, dispatcher and documents derive from its row. The types reject a missing command. */
export const COMMANDS: CommandRows<CommandType, Parts> = {
  ...ORDER_COMMANDS,
  ...STRATEGY_COMMANDS,
  ...SETTINGS_COMMANDS,
  ...FUNDS_COMMANDS,
  ...COPY_COMMANDS,
  ...MARKET_COMMANDS,
};

/** How the journal stores a command. */
export interface JournalEntry {
  readonly type: CommandType;
  readonly code: number;
  readonly fields: readonly string[];
  readonly bytes: Pick<OwnBytes<Command>, 'write' | 'read'>;
}

function journalEntry(type: CommandType): JournalEntry {
  const { code, fields }: { readonly code: number; readonly fields: object } = COMMANDS[type];
  // Each row only receives commands of its own type.
  if ('names' in fields) {
    const own = fields as OwnBytes<Command>;
    return { type, code, fields: own.names, bytes: own };
  }
  const codecs = fields as FieldCodecs<Command, CommandBytes, CommandReader>;
  return { type, code, fields: Object.keys(fields), bytes: struct(codecs) };
}

/** Indexed by number. */
export const JOURNAL: readonly JournalEntry[] = (Object.keys(COMMANDS) as CommandType[]).map(journalEntry).sort((a, b) => a.code - b.code);

for (const [at, { type, code }] of JOURNAL.entries())
  invariant(code === at, `the number of ${type} is that of another command, or leaves a gap`);
