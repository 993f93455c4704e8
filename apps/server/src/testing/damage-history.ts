import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPglite } from '../history/pglite-database.ts';

const PAGE_BYTES = 8_192;

/** Turns over the bytes at the end of every page of a table in an embedded history that is closed. */
export async function damageTable(history: string, table: string): Promise<void> {
  const database = await openPglite(history);
  const [row] = await database.query<{ readonly path: string }>(`SELECT pg_relation_filepath('${table}') AS path`);
  await database.close();
  const file = join(history, row?.path ?? '');
  const bytes = readFileSync(file);
  if (bytes.length < PAGE_BYTES) throw new Error(`the table ${table} has no page`);
  for (let at = PAGE_BYTES - 64; at < bytes.length; at += PAGE_BYTES) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}
