import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKeyFile } from '../files/key-file.ts';

const KEY_BYTES = 32;

/** The key in the data folder that lets a collector read the metrics; created if absent. */
export function metricsKeyOf(folder: string): string {
  const file = join(folder, 'metrics.key');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600 });
  return readKeyFile(file, /^[0-9a-f]{64}$/, 'delete it, and the server creates another');
}
