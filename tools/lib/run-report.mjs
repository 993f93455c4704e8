// Results of a run of tests: kept by tree, written as a page, and summed up for the terminal.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFlaky } from './run-steps.mjs';

/** More flaky files than this fail a run. */
export const FLAKY_MAX = 3;
const SLOWEST_SHOWN = 10;
const MESSAGE_SHOWN = 240;

/** Records of one tree, one line each, so that a run that was stopped can go on. */
export class Records {
  #file;

  constructor(file) {
    this.#file = file;
  }

  add(record) {
    appendFileSync(this.#file, `${JSON.stringify(record)}\n`);
  }

  /** Passed records by name; the newest record of a name counts. */
  passed() {
    if (!existsSync(this.#file)) return new Map();
    const lines = readFileSync(this.#file, 'utf8').trimEnd().split('\n');
    const newest = new Map(lines.map((line) => JSON.parse(line)).map((record) => [record.name, record]));
    return new Map([...newest].filter(([, { failures }]) => failures.length === 0));
  }
}

/** Numbers of a run: tests and checks that passed, that failed (a failed file has one at least), and flaky files. */
export function tally(records) {
  return {
    passed: records.reduce((sum, { passed }) => sum + passed, 0),
    failed: records.reduce((sum, { failures }) => sum + failures.length, 0),
    flaky: records.filter(isFlaky).length,
  };
}

/** Whether a run with these records may count as passed. */
export function hasPassed(records, stopped) {
  const { failed, flaky } = tally(records);
  return stopped === undefined && failed === 0 && flaky <= FLAKY_MAX;
}

/** Writes both outputs of each flaky file into `folder`, in place of those of the last run. */
export function keepFlaky(folder, records) {
  rmSync(folder, { recursive: true, force: true });
  const text = ({ failures, output }) => [...failures.map((failure) => `${failure.test}\n${failure.text}`), output].join('\n\n');
  for (const record of records.filter(isFlaky)) {
    mkdirSync(folder, { recursive: true });
    const base = path.join(folder, record.name.replaceAll('/', '-'));
    writeFileSync(`${base}.failed.txt`, text(record.first));
    writeFileSync(`${base}.passed.txt`, text(record));
  }
}

const stateOf = (record) => {
  if (record.failures.length > 0) return 'failed';
  return isFlaky(record) ? 'flaky' : 'passed';
};

/** Writes the result of each check and file, the longest first, as a page; resolves to its path. */
export function writePage(file, records) {
  const rows = records
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(
      (record) => `| ${record.name} | ${stateOf(record)} | ${record.passed} | ${record.failures.length} | ${record.seconds.toFixed(1)} |`,
    );
  writeFileSync(file, ['| file | result | passed | failed | seconds |', '| --- | --- | ---: | ---: | ---: |', ...rows, ''].join('\n'));
}

const beginning = (text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, MESSAGE_SHOWN);

/** The end of a run's output. Failures stand near its end, since a long output is often read from its end, or cut to it. */
export function summary({ steps, records, stopped, flakyFolder }) {
  const lines = ['', 'slowest test files'];
  const files = records.filter(({ step, name }) => step !== name).toSorted((a, b) => b.seconds - a.seconds);
  for (const { name, seconds } of files.slice(0, SLOWEST_SHOWN)) lines.push(`${seconds.toFixed(1).padStart(8)} s  ${name}`);

  lines.push('', `${'step'.padEnd(10)}${['passed', 'failed', 'seconds'].map((head) => head.padStart(10)).join('')}`);
  for (const { name } of steps) {
    const own = records.filter(({ step }) => step === name);
    const { passed, failed } = tally(own);
    const seconds = own.reduce((sum, record) => sum + record.seconds, 0);
    lines.push(`${name.padEnd(10)}${[passed, failed, seconds.toFixed(1)].map((figure) => String(figure).padStart(10)).join('')}`);
  }

  const failing = records.filter(({ failures }) => failures.length > 0);
  if (failing.length > 0) lines.push('', 'failed');
  for (const { name, failures } of failing)
    for (const { test, text } of failures) lines.push(`${name}${test === '' ? '' : ` > ${test}`}`, `    ${beginning(text)}`);

  const flaky = records.filter(isFlaky);
  if (flaky.length > 0) lines.push('');
  for (const { name, first } of flaky) for (const { test } of first.failures) lines.push(`flaky: ${name} > ${test}`);
  if (flaky.length > 0) lines.push(`${flakyFolder} holds both outputs of each flaky file.`);
  if (flaky.length > FLAKY_MAX) lines.push(`${flaky.length} files are flaky; more than ${FLAKY_MAX} fail the run.`);
  if (stopped !== undefined) lines.push('', stopped);
  return lines.join('\n');
}
