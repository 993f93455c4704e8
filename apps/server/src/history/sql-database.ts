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

/** Corrupted data, a corrupted index, and a file that is missing. */
const DAMAGES = ['XX001', 'XX002', '58P01'];

/** Whether the database met bytes that are not what it wrote. */
export const isDamage = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && DAMAGES.some((code) => (error as { readonly code?: unknown }).code === code);

/** Called with errors of a database. */
export interface DatabaseWatch {
  /** Only a new connection continues. */
  readonly onLost: (error: Error) => void;
  /** It needs a repair. */
  readonly onDamaged: (error: Error) => void;
}

/** Reports the errors of a statement that concern more than the statement. */
export async function watched<Result>(work: Promise<Result>, { onLost, onDamaged }: DatabaseWatch): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (isDamage(error)) onDamaged(error as Error);
    else if (!isStatementError(error)) onLost(error as Error);
    throw error;
  }
}

/** Whether the database itself refused a statement, and will accept others: both drivers mark its own errors with a severity. */
export function isStatementError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { readonly severity?: unknown }).severity === 'ERROR';
}
