import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { money } from '@tapedeck/domain';
import { CommandDecoder, CommandEncoder } from '../engine-worker/world.ts';
import { RECORD_COMMAND } from '../files/record-kinds.ts';
import { Journal } from '../journal/journal.ts';

const MORE = 1_000_000_000n;

/**
 * Makes the journal of a data folder one of a version with other rules: the commands before its hashes of the state lead
 * to another state here, because this version pays out more than that one.
 */
export function writtenByOtherRules(data: string): void {
  const [from, to] = [join(data, 'journal'), join(data, 'journal.other')];
  const { journal } = Journal.open(to, () => undefined);
  const decoder = new CommandDecoder();
  const encoder = new CommandEncoder();
  let changed = 0;
  Journal.open(from, ({ kind, time, payload, count }) => {
    const command = kind === RECORD_COMMAND && changed === 0 ? decoder.decode(payload) : undefined;
    if (command?.type !== 'CreditAccount') {
      journal.append(kind, time, payload, count);
      return;
    }
    changed += 1;
    journal.append(kind, time, encoder.encode({ ...command, amount: money(MORE) }), count);
  }).journal.close();
  journal.close();
  if (changed === 0) throw new Error('the journal pays out nothing');
  rmSync(from, { recursive: true });
  renameSync(to, from);
}
