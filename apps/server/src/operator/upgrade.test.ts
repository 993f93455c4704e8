// Time limit of this file: 300 s, since each of its tests copies, opens and closes a database.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES, STATE_VERSION } from '@tapedeck/venue-paper';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readGenesis } from '../engine-worker/genesis.ts';
import { JournalOfOtherRules } from '../engine-worker/recover-world.ts';
import { prepareFolder } from '../files/prepare-folder.ts';
import { firstRecord } from '../journal/first-record.ts';
import { listSegments } from '../journal/segment-files.ts';
import { JournalDamaged } from '../journal/segment.ts';
import type { FailPoint } from '../operation/fail-point.ts';
import { namedRules, withVersion, writtenByOtherRules, writtenByVersion } from '../testing/other-rules.ts';
import { runExchange, writeHistory } from '../testing/stopped-exchange.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { SnapshotStore } from '../snapshots/snapshots.ts';
import { OperatorWrong } from './operator-request.ts';
import { planUpgrade } from './upgrade-plan.ts';
import { upgrade } from './upgrade.ts';

/** The step after which the process dies; it does not here, but nothing after the step happens. */
const death = vi.hoisted(() => ({ at: '' }));
vi.mock(import('../operation/fail-point.ts'), () => ({
  failPoint: (step: FailPoint) => {
    if (step === death.at) throw new Error(`killed after ${step}`);
  },
}));

const NOW = Date.UTC(2026, 6, 1, 12, 30, 15);
const ARCHIVE = `state-${STATE_VERSION}-2026-07-01T12-30-15`;

/** An exchange that other rules wrote and that was stopped properly, with its history; each test has a copy. */
const source = temporaryFolder();
let last: Awaited<ReturnType<typeof runExchange>>;
beforeAll(async () => {
  const data = join(source.path, 'data');
  await runExchange(data, 'stop');
  last = await runExchange(data, 'stop');
  writtenByOtherRules(data);
  mkdirSync(join(data, 'identity'));
  writeFileSync(join(data, 'identity', 'users'), 'users');
  await writeHistory(data, last.sequence);
});
afterAll(() => source.remove());

let folder: ReturnType<typeof temporaryFolder>;
let data: string;
beforeEach(() => {
  folder = temporaryFolder();
  data = join(folder.path, 'data');
  cpSync(join(source.path, 'data'), data, { recursive: true });
});
afterEach(() => {
  death.at = '';
  folder.remove();
});

const pathOf = (...names: readonly string[]): string => join(data, ...names);
const attempt = (confirmed = true): Promise<object> => upgrade(data, { databaseUrl: undefined, confirmed, now: NOW });
const prepared = (): readonly string[] => {
  const warnings: string[] = [];
  prepareFolder(data, (text) => warnings.push(text));
  return warnings;
};

/** All files of the folder with their contents, but for the history, which opening changes. */
function contents(): Readonly<Record<string, string>> {
  const names = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = names.map((entry) => join(entry.parentPath, entry.name)).filter((file) => !file.startsWith(pathOf('history')));
  return Object.fromEntries(files.map((file) => [file.slice(data.length + 1), readFileSync(file, 'latin1')]));
}

async function refused(words: string | RegExp): Promise<void> {
  const before = contents();
  const error = await attempt().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OperatorWrong);
  expect((error as Error).message).toMatch(words);
  expect(contents()).toEqual(before);
}

/** Then only the records of the journal can lead to the state. */
const forgetSnapshots = (): void => rmSync(pathOf('snapshots'), { recursive: true });

describe('an upgrade', () => {
  test('OPS-03 EXC-07 begins a new journal with the last state, and moves the old one into the archive', async () => {
    const old = contents();
    expect(await attempt()).toMatchObject({ upgraded: true, record: last.sequence, state: last.hash, archive: pathOf('archive', ARCHIVE) });
    expect(readdirSync(data).sort()).toEqual(['archive', 'history', 'identity', 'journal']);
    const now = contents();
    for (const [file, bytes] of Object.entries(old)) {
      const at = file.startsWith('identity') ? file : join('archive', ARCHIVE, file);
      expect(now[at]).toBe(bytes);
    }
    expect(firstRecord(pathOf('journal'))?.sequence).toBe(last.sequence + 1);
    const next = await runExchange(data, 'stop');
    // Here, without a history.
    expect(next.notes).toContainEqual(expect.stringContaining(`the history lacks its rows of records 1 to ${last.sequence}`));
    expect(next.notes).toContain(`0 records applied after snapshot ${last.sequence}`);
    expect(next.sequence).toBeGreaterThan(last.sequence + 1);
    forgetSnapshots();
    // By the records of the new journal alone.
    await expect(runExchange(data, 'kill')).resolves.toMatchObject({ sequence: next.sequence + 1 });
  });

  test('OPS-03 EXC-07 lets an exchange go on that was stopped properly under other rules, which a start from its snapshot refuses', async () => {
    namedRules(data, 'other');
    await expect(runExchange(data, 'stop')).rejects.toThrow(/under other rules of trading \(other; .*run "npm run operator -- upgrade"/);
    await attempt();
    expect(readGenesis(firstRecord(pathOf('journal'))?.payload ?? new Uint8Array()).rules).toBe(RULES);
    expect((await runExchange(data, 'stop')).notes).toContain(`0 records applied after snapshot ${last.sequence}`);
  });

  test('OPS-03 without --yes says what it would do, and does nothing', async () => {
    const before = contents();
    expect(await attempt(false)).toMatchObject({ upgraded: false, record: last.sequence, state: last.hash, accounts: 1, balances: 3 });
    expect(contents()).toEqual(before);
  });

  test('EXC-07 makes a start possible that these rules had refused', async () => {
    forgetSnapshots();
    await expect(runExchange(data, 'stop')).rejects.toThrow(JournalOfOtherRules);
    cpSync(join(source.path, 'data', 'snapshots'), pathOf('snapshots'), { recursive: true });
    await attempt();
    await expect(runExchange(data, 'stop')).resolves.toBeDefined();
  });

  test('OPS-03 can follow another one', async () => {
    await attempt();
    const { sequence } = await runExchange(data, 'stop');
    rmSync(pathOf('history'), { recursive: true });
    await writeHistory(data, sequence);
    expect(await upgrade(data, { databaseUrl: undefined, confirmed: true, now: NOW + 1_000 })).toMatchObject({ record: sequence });
    expect(readdirSync(pathOf('archive'))).toHaveLength(2);
    await expect(runExchange(data, 'stop')).resolves.toBeDefined();
  });
});

/** Steps of an upgrade; from the fifth on, the folder is upgraded. */
const STEPS = [
  ['upgrade begun', 'old'],
  ['snapshot half written', 'old'],
  ['snapshot written', 'old'],
  ['opening written', 'old'],
  ['first record written', 'old'],
  ['history copied', 'old'],
  ['upgrade complete', 'new'],
  ['archive made', 'new'],
  ['journal archived', 'new'],
  ['snapshots archived', 'new'],
  ['upgrade finished', 'new'],
] as const;

describe('an upgrade that is killed', () => {
  test.each(STEPS)('OPS-03 EXC-07 D16 after "%s" leaves the %s exchange, and a second run finishes', async (step, which) => {
    death.at = step;
    await expect(attempt()).rejects.toThrow('killed');
    death.at = '';
    const second = join(folder.path, 'second');
    cpSync(data, second, { recursive: true });
    prepared();
    expect(firstRecord(pathOf('journal'))?.sequence).toBe(which === 'old' ? 1 : last.sequence + 1);
    const { sequence } = await runExchange(data, 'stop');
    expect(sequence).toBeGreaterThan(last.sequence);
    data = second;
    if (step !== 'upgrade finished') expect(await attempt()).toMatchObject({ upgraded: true });
    expect(firstRecord(pathOf('journal'))?.sequence).toBe(last.sequence + 1);
    expect(readdirSync(data).sort()).toEqual(['archive', 'history', 'identity', 'journal']);
    expect(readdirSync(pathOf('archive', ARCHIVE)).sort()).toEqual(['journal', 'snapshots']);
    expect((await runExchange(data, 'stop')).sequence).toBeGreaterThan(last.sequence + 1);
  });

  test('OPS-03 EXC-07 D16 is given up when the exchange has gone on under the version before', async () => {
    death.at = 'archive made';
    await expect(attempt()).rejects.toThrow('killed');
    death.at = '';
    const later = await runExchange(data, 'stop');
    expect(prepared()).toEqual([expect.stringContaining('was given up, because the exchange has gone on')]);
    expect(existsSync(pathOf('journal.next'))).toBe(false);
    rmSync(pathOf('history'), { recursive: true });
    await writeHistory(data, later.sequence);
    expect(await attempt()).toMatchObject({ record: later.sequence });
  });

  test('OPS-03 EXC-07 refuses a market that another version has begun in the place of the archived one', async () => {
    death.at = 'snapshots archived';
    await expect(attempt()).rejects.toThrow('killed');
    death.at = '';
    await runExchange(data, 'stop');
    expect(() => prepared()).toThrow(/made a new folder \S+journal meanwhile\. Move that folder away/);
    for (const part of ['journal', 'snapshots']) renameSync(pathOf(part), join(folder.path, part));
    prepared();
    expect(firstRecord(pathOf('journal'))?.sequence).toBe(last.sequence + 1);
  });
});

describe('an exchange that cannot be upgraded is left as it is', () => {
  test('OPS-03 EXC-07 one that was not stopped properly', async () => {
    await runExchange(data, 'kill');
    await refused(
      /was not stopped properly.* Start the version that wrote it \(Tapedeck \S+, state \d+; this one is Tapedeck \S+, state \d+\) once/,
    );
  });

  test.each(['snapshots', 'journal'])('OPS-03 EXC-07 one whose %s ends with damaged bytes', async (part) => {
    const name = readdirSync(pathOf(part)).sort().at(-1) ?? '';
    const bytes = readFileSync(pathOf(part, name));
    writeFileSync(pathOf(part, name), bytes.subarray(0, bytes.length - 1));
    await refused('was not stopped properly');
  });

  test('OPS-03 EXC-07 one whose last snapshot is not the state that its journal states', async () => {
    const snapshots = new SnapshotStore(pathOf('snapshots'));
    const earlier = snapshots.newest(last.sequence - 1);
    await snapshots.write(last.sequence, earlier?.world ?? new Uint8Array());
    await refused('was not stopped properly');
  });

  test('OPS-03 EXC-07 one whose history lacks rows, which only the other version can compute', async () => {
    rmSync(pathOf('history'), { recursive: true });
    await refused(`ends with record 0, and the exchange with record ${last.sequence}`);
    writeFileSync(pathOf('history-schema'), '');
    await refused('Set DATABASE_URL if that database has the history.');
    rmSync(pathOf('history-schema'));
    await writeHistory(data, last.sequence - 1);
    await refused(`ends with record ${last.sequence - 1}`);
  });

  test('OPS-03 a folder without an exchange', async () => {
    rmSync(pathOf('journal'), { recursive: true });
    await refused('is not a data folder');
    mkdirSync(pathOf('journal'));
    await refused('holds no exchange yet');
  });
});

describe('the state of an earlier version', () => {
  const OLDER = STATE_VERSION - 1;

  test('OPS-03 EXC-07 is carried over by the steps of the table, and refused with both versions without one', async () => {
    await writtenByVersion(data, OLDER);
    await refused(new RegExp(`cannot carry over .*state ${OLDER}; this one is .*state ${STATE_VERSION}\\): it knows no way`));
    const steps = (step: (bytes: Uint8Array) => Uint8Array) => new Map([[OLDER, step]]);
    const plan = planUpgrade(
      data,
      NOW,
      steps((bytes) => withVersion(bytes, STATE_VERSION)),
    );
    expect(plan.genesis.opening).toMatchObject({
      sequence: last.sequence,
      hash: last.hash,
      archive: `state-${OLDER}-2026-07-01T12-30-15`,
    });
    const half = steps((bytes) => withVersion(bytes.subarray(0, bytes.length / 2), STATE_VERSION));
    expect(() => planUpgrade(data, NOW, half)).toThrow(OperatorWrong);
  });
});

describe('a journal that begins with a state', () => {
  beforeEach(() => attempt());

  test.each(['missing', 'damaged', 'of another state'])('OPS-03 EXC-07 D16 is refused in words when that state is %s', async (how) => {
    const [name = ''] = readdirSync(pathOf('journal')).filter((one) => one.endsWith('.snap'));
    const snapshot = pathOf('journal', name);
    if (how === 'missing') rmSync(snapshot);
    else if (how === 'damaged') writeFileSync(snapshot, readFileSync(snapshot).subarray(0, 100));
    else cpSync(join(source.path, 'data', 'snapshots', readdirSync(join(source.path, 'data', 'snapshots')).sort()[0] ?? ''), snapshot);
    const before = contents();
    await expect(runExchange(data, 'stop')).rejects.toThrow(
      /is missing or damaged: restore a backup, or bring the file back, also from archive\//,
    );
    expect(contents()).toEqual(before);
  });

  test('OPS-03 EXC-07 D16 is no new market when its first file is missing', async () => {
    const { sequence } = await runExchange(data, 'stop');
    forgetSnapshots();
    rmSync(listSegments(pathOf('journal'))[0]?.path ?? '');
    await expect(runExchange(data, 'stop')).rejects.toThrow(JournalDamaged);
    await expect(runExchange(data, 'stop')).rejects.toThrow('the journal begins with it. Restore a backup');
    expect(sequence).toBeGreaterThan(last.sequence);
  });

  test('EXC-07 ignores snapshots from before it', async () => {
    cpSync(join(source.path, 'data', 'snapshots'), pathOf('snapshots'), { recursive: true });
    const { sequence } = await runExchange(data, 'stop');
    forgetSnapshots();
    await expect(runExchange(data, 'kill')).resolves.toMatchObject({ sequence: sequence + 1 });
  });
});
