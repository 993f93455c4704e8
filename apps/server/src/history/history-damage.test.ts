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
    expect(damage.note(`code ${code}`)).toBe(false);
  }
  for (const code of ['23505', '53100', undefined]) expect(isDamage({ code })).toBe(false);
  expect([damage.found, damage.state]).toEqual([undefined, "the history's database is damaged"]);
  expect(readdirSync(folder.path)).toEqual(['history']);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/\(DATABASE_URL\) is damaged: code XX001\. It stays as it is\. Repair or restore it/);
  folder.remove();
});
