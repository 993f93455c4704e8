import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ID_BYTES = 8;

/**
 * The schema of a data folder's history in a database that several folders may share. It is created once and stored in
 * the folder: without the file, the history is rebuilt in a new schema.
 */
export function schemaOf(folder: string): string {
  const file = join(folder, 'history-schema');
  if (!existsSync(file)) writeFileSync(file, `tapedeck_${randomBytes(ID_BYTES).toString('hex')}\n`, { mode: 0o600 });
  const name = readFileSync(file, 'utf8').trim();
  if (!/^tapedeck_[0-9a-f]{16}$/.test(name)) throw new Error(`${file} does not hold the name of a schema`);
  return name;
}
