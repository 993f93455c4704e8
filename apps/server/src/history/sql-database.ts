/** Runs statements of the dialect that PGlite and PostgreSQL share; parameters are `$1`, `$2`, …. */
export interface SqlRunner {
  query<Row>(text: string, parameters?: readonly unknown[]): Promise<readonly Row[]>;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
}

/** A database with one connection; queries run one after the other. */
export interface SqlDatabase extends SqlRunner {
  /** All statements of `work` take effect, or none does. */
  transaction(work: (runner: SqlRunner) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Bigints as the drivers return them: PGlite as a number while it is safe, PostgreSQL as text. */
export type Int8 = number | bigint | string;

/** Whether the database itself refused a statement, and will accept others: both drivers mark its own errors with a severity. */
export function isStatementError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { readonly severity?: unknown }).severity === 'ERROR';
}
