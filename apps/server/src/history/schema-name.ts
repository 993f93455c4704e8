import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKeyFile } from '../files/key-file.ts';

const ID_BYTES = 8;

/**
 * The schema of a data folder's history in a database that several folders may share. It is created once and stored in
 * the folder: without the file, the history is rebuilt in a new schema.
 */
export function schemaOf(folder: string): string {
  const file = join(folder, 'history-schema');
  if (!existsSync(file)) writeFileSync(file, `tapedeck_${randomBytes(ID_BYTES).toString('hex')}\n`, { mode: 0o600 });
  return readKeyFile(file, /^tapedeck_[0-9a-f]{16}$/, 'delete it, and the server builds the history again in a new schema');
}
