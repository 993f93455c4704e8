import type { SqlRunner } from './sql-database.ts';

/** A column to write rows into. */
export interface Column<Row> {
  readonly name: string;
  readonly type: 'bigint' | 'integer' | 'numeric' | 'text' | 'boolean';
  /** Never empty, and without control characters. */
  readonly of: (row: Row) => string | number | bigint | boolean;
}

/** Separator of a column's values; JSON text contains no control characters. */
const SEPARATOR = '\u001f';

/**
 * Adds rows with one statement and each column as one text, because the drivers' own array encoding takes longer than the insert.
 * `onConflict` decides about existing rows.
 */
export async function insertRows<Row>(
  runner: SqlRunner,
  rows: readonly Row[],
  into: { readonly table: string; readonly columns: readonly Column<Row>[]; readonly onConflict: string },
): Promise<void> {
  if (rows.length === 0) return;
  const { table, columns, onConflict } = into;
  await runner.query(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) SELECT * FROM ${unnested(columns)} ON CONFLICT ${onConflict}`,
    textsOf(columns, rows),
  );
}

/** The rows of the parameters `textsOf`, from $1 on. */
export const unnested = (columns: readonly Pick<Column<never>, 'type'>[]): string =>
  `unnest(${columns.map(({ type }, at) => `string_to_array($${at + 1}, chr(${SEPARATOR.charCodeAt(0)}))::${type}[]`).join(', ')})`;

export const textsOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] =>
  columns.map(({ of }) => rows.map(of).join(SEPARATOR));
