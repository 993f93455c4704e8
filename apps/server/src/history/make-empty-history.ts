import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HistoryDatabase } from './history-database.ts';
import { openPglite } from './pglite-database.ts';

/**
 * Run by the build: the database of a data folder without history. Creating one takes seconds of processor time and far
 * more memory than using it; copying it is immediate.
 */
const folder = fileURLToPath(new URL('./empty-history', import.meta.url));
const madeBy = (of: string): string => join(of, 'made-by');
const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const { version } = JSON.parse(readFileSync(join(pglite, '../../package.json'), 'utf8')) as { readonly version: string };

/** Databases from which others are made: nobody makes one, and they are two thirds of the files to copy. */
const TEMPLATES = ['template0', 'template1'];
const maker = `${version} without ${TEMPLATES.join(', ')}`;

// An older schema suffices: opening the copy updates it.
const made = (): boolean => existsSync(madeBy(folder)) && readFileSync(madeBy(folder), 'utf8') === maker;

if (!made()) {
  const beside = `${folder}.${process.pid}`;
  mkdirSync(beside);
  const database = await openPglite(join(beside, 'database'));
  const history = await HistoryDatabase.open(database, {});
  for (const template of TEMPLATES) {
    await database.script(`UPDATE pg_database SET datistemplate = false, datallowconn = true WHERE datname = '${template}'`);
    await database.script(`DROP DATABASE ${template}`);
  }
  await history.close();
  writeFileSync(madeBy(beside), maker);
  // Two concurrent builds create it twice; the first one stays.
  if (made()) rmSync(beside, { recursive: true });
  else {
    rmSync(folder, { recursive: true, force: true });
    renameSync(beside, folder);
  }
}
