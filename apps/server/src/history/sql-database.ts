/** Runs statements of the dialect that PGlite and PostgreSQL share; parameters are `$1`, `$2`, …. */
export interface SqlRunner {
  query<Row>(text: string, parameters?: readonly unknown[]): Promise<readonly Row[]>;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
}

/** A database with one connection: what is asked is answered in turn. */
export interface SqlDatabase extends SqlRunner {
  /** Everything `work` asks of its runner is done, or nothing is. */
  transaction(work: (runner: SqlRunner) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** How the databases give a bigint: PGlite as a number while it is safe, PostgreSQL as text. */
export type Int8 = number | bigint | string;

/** Whether the database itself refused a statement, and will take others: both drivers give its own errors a severity. */
export function isStatementError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { readonly severity?: unknown }).severity === 'ERROR';
}
