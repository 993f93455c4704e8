import type { Page, Settlement, SettlementQuery, SettlementRow } from '@tapedeck/venue';
import type { Placed } from './history-rows.ts';
import { insertRows, type Column } from './insert-rows.ts';
import { Where, placeOf, readPlaced, type Place } from './read-pages.ts';
import { decodeRecord, encodeRecord } from './record-text.ts';
import type { SqlRunner } from './sql-database.ts';

const COLUMNS: readonly Column<Placed<Settlement>>[] = [
  { name: 'sequence', type: 'bigint', of: (row) => row.sequence },
  { name: 'place', type: 'integer', of: (row) => row.place },
  { name: 'time', type: 'bigint', of: (row) => row.time },
  { name: 'instrument', type: 'integer', of: ({ event }) => event.instrument },
  { name: 'kind', type: 'text', of: ({ event }) => event.type },
  { name: 'record', type: 'text', of: ({ event }) => encodeRecord(event) },
];

export function writeSettlements(runner: SqlRunner, rows: readonly Placed<Settlement>[]): Promise<void> {
  return insertRows(runner, rows, { table: 'settlements', columns: COLUMNS, onConflict: 'DO NOTHING' });
}

export async function readSettlements(runner: SqlRunner, query: SettlementQuery): Promise<Page<SettlementRow>> {
  const where = new Where();
  where.add('kind = ?', query.kind);
  const { instruments } = query;
  if (instruments?.length === 1) where.add('instrument = ?', instruments[0]);
  else if (instruments !== undefined) where.add('instrument = ANY(?::integer[])', instruments);
  const { rows, next } = await readPlaced(runner, { table: 'settlements', parts: [''], columns: 'record' }, query, where);
  return {
    rows: rows.map((row) => ({
      ...placeOf(row),
      settlement: decodeRecord((row as Place & { readonly record: string }).record) as Settlement,
    })),
    next,
  };
}
