import { milliseconds, timestamp } from '@tapedeck/domain';
import { CommandBytes, CommandReader } from '../codec/command-bytes.ts';
import { StateUnreadable } from '../codec/state-bytes.ts';
import type { Command, CommandType } from '../commands/command.ts';
import { JOURNAL, type JournalEntry } from './command-table.ts';

const BY_TYPE = Object.fromEntries(JOURNAL.map((entry) => [entry.type, entry])) as Readonly<Record<CommandType, JournalEntry>>;
const { PlaceOrder: PLACE, CancelOrder: CANCEL } = BY_TYPE;

/** Most commands place or cancel an order: their entries are found without a search. */
function entryOf(type: CommandType): JournalEntry {
  if (type === 'PlaceOrder') return PLACE;
  return type === 'CancelOrder' ? CANCEL : BY_TYPE[type];
}

/** Encodes commands as compact bytes. The view it returns is valid until the next call. */
export class CommandEncoder {
  readonly #bytes = new CommandBytes();

  encode(command: Command): Uint8Array {
    const entry = entryOf(command.type);
    this.#bytes.start();
    this.#bytes.byte(entry.code);
    this.#bytes.number(milliseconds(command.time));
    if (entry === PLACE) PLACE.bytes.write(this.#bytes, command);
    else entry.bytes.write(this.#bytes, command);
    return this.#bytes.finish();
  }
}

/** Decodes commands in sequence, at lower cost than each alone. */
export class CommandDecoder {
  readonly #reader = new CommandReader();

  /** Throws `StateUnreadable` on malformed bytes. */
  decode(bytes: Uint8Array): Command {
    const reader = this.#reader;
    reader.start(bytes);
    const { type, bytes: fields } = reader.choice(JOURNAL);
    const command = fields.read(reader, { type, time: timestamp(reader.number()) });
    if (!reader.finished) throw new StateUnreadable('a command has bytes after its end');
    return command;
  }
}
