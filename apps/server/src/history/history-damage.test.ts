import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { HistoryDamage } from './history-damage.ts';
import { isDamage } from './sql-database.ts';

test('OPS-03 damage of a PostgreSQL server is reported once, and nothing of it is moved', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, 'history'));
  const told: string[] = [];
  const server = { url: 'postgres://desk', schema: 'tapedeck' };
  const damage = new HistoryDamage({ folder: join(folder.path, 'history'), server, onTrouble: (text) => told.push(text), now: Date.now });
  expect(damage.state).toBeUndefined();
  for (const code of ['XX001', 'XX002', '58P01']) {
    expect(isDamage({ code, severity: 'ERROR' })).toBe(true);
    expect(damage.note(`is damaged: code ${code}`)).toBe(false);
  }
  for (const code of ['23505', '53100', undefined]) expect(isDamage({ code })).toBe(false);
  expect([damage.found, damage.state]).toEqual([undefined, "the history's database is damaged"]);
  expect(readdirSync(folder.path)).toEqual(['history']);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/\(DATABASE_URL\) is damaged: code XX001\. It stays as it is\. Repair or restore it/);
  folder.remove();
});

test('OPS-03 attempts to build a history again come ever more rarely, and the log has a last line about them', () => {
  const told: string[] = [];
  const damage = new HistoryDamage({ folder: 'history', server: undefined, onTrouble: (text) => told.push(text), now: Date.now });
  damage.note('could not be opened: planted');
  damage.replaced();
  expect([damage.state, damage.waitMs]).toEqual(['the history was damaged and is built again', undefined]);
  const waits = Array.from({ length: 16 }, () => {
    expect(damage.failed('planted')).toBe('building it again from the journal failed: planted');
    return damage.waitMs;
  });
  expect(waits.slice(0, 5)).toEqual([250, 500, 1_000, 2_000, 4_000]);
  expect(waits.slice(-4)).toEqual([600_000, 600_000, 600_000, 600_000]);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(
    /5 attempts to build it again from the journal have failed, the last one because of: planted\. More attempts follow/,
  );
  expect([damage.isReported, damage.state]).toEqual([true, 'the history was damaged, and 16 attempts to build it again have failed']);
  damage.over();
  expect([damage.isReported, damage.waitMs]).toEqual([false, undefined]);
});
