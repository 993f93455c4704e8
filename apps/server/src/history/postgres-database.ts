import pg from 'pg';
import { isStatementError, type SqlDatabase, type SqlRunner } from './sql-database.ts';

const CONNECT_MS_MAX = 10_000;
/** No question of ours takes nearly as long: rather than wait for ever, fail and say so. */
const STATEMENT_MS_MAX = 60_000;

export interface PostgresServer {
  readonly url: string;
  /** Made when it is not there; all our tables are in it. */
  readonly schema: string;
}

/** One connection to a PostgreSQL server, 15 or newer. Rejects when it cannot be reached. */
export async function openPostgres(server: PostgresServer, onLost: (error: Error) => void): Promise<SqlDatabase> {
  const client = new pg.Client({
    connectionString: server.url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    // When the server does not even say that: it hangs, or the network has gone.
    query_timeout: STATEMENT_MS_MAX + CONNECT_MS_MAX,
    keepAlive: true,
    application_name: 'tapedeck',
  });
  client.on('error', onLost);
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      if (!isStatementError(error)) onLost(error as Error);
      throw error;
    }
  };
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  const schema = client.escapeIdentifier(server.schema);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}; SET search_path TO ${schema}`);
  const runner: SqlRunner = {
    query: async <Row>(text: string, parameters: readonly unknown[] = []) =>
      (await watched(client.query({ text, values: [...parameters] }))).rows as Row[],
    script: async (text) => {
      await watched(client.query(text));
    },
  };
  const turns = new Turns();
  return {
    query: (text, parameters) => turns.take(() => runner.query(text, parameters)),
    script: (text) => turns.take(() => runner.script(text)),
    transaction: (work) =>
      turns.take(async () => {
        await runner.script('BEGIN');
        try {
          await work(runner);
          await runner.script('COMMIT');
        } catch (error) {
          await runner.script('ROLLBACK').catch(() => undefined);
          throw error;
        }
      }),
    close: () => client.end(),
  };
}

/** Nobody's question comes between the statements of another's transaction. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
