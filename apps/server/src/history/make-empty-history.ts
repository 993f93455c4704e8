import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HistoryDatabase } from './history-database.ts';
import { openPglite } from './pglite-database.ts';

/**
 * Run by the build: the database of a data folder that has no past yet. Making one takes seconds of the processor and far more memory
 * than using it; copying it takes a moment.
 */
const folder = fileURLToPath(new URL('./empty-history', import.meta.url));
const madeBy = (of: string): string => join(of, 'made-by');
const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const { version } = JSON.parse(readFileSync(join(pglite, '../../package.json'), 'utf8')) as { readonly version: string };

// One with an older schema will do: whoever opens the copy brings it up to date.
const made = (): boolean => existsSync(madeBy(folder)) && readFileSync(madeBy(folder), 'utf8') === version;

if (!made()) {
  const beside = `${folder}.${process.pid}`;
  mkdirSync(beside);
  const history = await HistoryDatabase.open(await openPglite(join(beside, 'database')), {});
  await history.close();
  writeFileSync(madeBy(beside), version);
  // Two builds at once make it twice; the first one stays.
  if (made()) rmSync(beside, { recursive: true });
  else {
    rmSync(folder, { recursive: true, force: true });
    renameSync(beside, folder);
  }
}
