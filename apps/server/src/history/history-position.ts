import { existsSync } from 'node:fs';
import { closePath } from '../files/owner-only.ts';
import { openPglite } from './pglite-database.ts';
import { openPostgres, type PostgresServer } from './postgres-database.ts';
import type { Int8 } from './sql-database.ts';

/** The last record whose rows a history holds, 0 without one. The schema stays as it is, so that an earlier version can go on with it. */
export async function historyPosition(folder: string, server: PostgresServer | undefined): Promise<number> {
  if (server === undefined && !existsSync(folder)) return 0;
  const database = await (server === undefined
    ? openPglite(folder)
    : openPostgres(server, { onLost: () => undefined, onDamaged: () => undefined }));
  try {
    const [row] = await database.query<{ readonly applied: Int8 }>('SELECT applied FROM progress');
    return Number(row?.applied ?? 0);
  } finally {
    await database.close();
    if (server === undefined) closePath(folder);
  }
}
