import { MIGRATIONS } from './migrations.ts';
import type { SqlDatabase } from './sql-database.ts';

/** Updates the schema to its newest version. Throws if a newer server created the database. */
export async function migrate(database: SqlDatabase): Promise<void> {
  await database.script('CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY)');
  const [row] = await database.query<{ readonly done: number }>('SELECT count(*)::integer AS done FROM migrations');
  const done = row?.done ?? 0;
  if (done > MIGRATIONS.length) throw new Error(`it has ${done} schema migrations, this version knows ${MIGRATIONS.length}`);
  for (const [at, statements] of MIGRATIONS.entries()) {
    if (at < done) continue;
    await database.transaction(async (runner) => {
      await runner.script(statements);
      await runner.query('INSERT INTO migrations (number) VALUES ($1)', [at + 1]);
    });
  }
}
