// Runs the steps of a plan in two lanes and gives each test file that failed a second chance, alone, that is reported as such.
import { capture } from './processes.mjs';
import { runFiles } from './run-files.mjs';

/** With more failed files, the change is at fault: none runs again. */
const AGAIN_MAX = 10;

/**
 * Runs `steps` and resolves to a map from the name of a check, or the path of a test file, to its record:
 * { step, name, passed, failures: [{ test, text }], output, seconds, first }. `first` is the record of a first, failed try, so that a record
 * with `first` and without failures is flaky. `known` holds records of an earlier run, which are taken over. `onRecord` is called with each
 * new record. When `signal` aborts, steps at work fail and the others have no record.
 */
export async function runSteps({ root, steps, signal, known = new Map(), again = true, onRecord }) {
  const records = new Map();
  const record = (entry) => {
    records.set(entry.name, entry);
    onRecord(entry);
  };
  const takeOver = (name) => {
    const earlier = known.get(name);
    if (earlier !== undefined) records.set(name, earlier);
    return earlier !== undefined;
  };
  const ended = new Map();

  async function runStep(step) {
    const { name } = step;
    const blocking = step.after?.find((other) => ended.get(other) === false);
    if (blocking !== undefined) return record(checked(name, `not run: ${blocking} failed`));
    if (step.files !== undefined)
      return runTests(
        step,
        step.files.filter((file) => !takeOver(file)),
      );
    if (takeOver(name)) return undefined;
    const started = performance.now();
    const { code, output } = await capture(process.execPath, step.command, { cwd: root, signal, env: quiet() });
    return record(checked(name, code === 0 ? undefined : output.trim(), (performance.now() - started) / 1000));
  }

  /** `firsts` holds the records of first tries by file. */
  async function runTests({ name: step, samples = [], parameters, environment }, files, firsts = new Map()) {
    const errors = await runFiles({
      ...{ root, files, environment, signal },
      parameters: samples.length === 0 ? parameters : [...(parameters ?? []), ...onlyTests(samples)],
      onResult({ file, titles, ...result }) {
        const failures = result.failures.length > 0 ? result.failures : notRun(samples, file, titles);
        record({ step, name: file, ...result, failures, first: firsts.get(file) });
      },
    });
    if (errors.length > 0) record({ ...checked(`${step}, outside its files`, errors.join('\n')), step });
  }

  const running = new Set();
  const isAwaited = (name) => steps.some((step) => step.name === name) && !ended.has(name);

  /** Runs the steps of a lane one after the other; one that waits for the other lane lets those behind it go first. */
  async function runLane(lane) {
    const pending = [...lane];
    while (pending.length > 0 && !signal.aborted) {
      const at = pending.findIndex((step) => !(step.after ?? []).some(isAwaited));
      if (at < 0) {
        await Promise.race(running);
        continue;
      }
      const [step] = pending.splice(at, 1);
      const work = runStep(step).finally(() => {
        running.delete(work);
        ended.set(step.name, ![...records.values()].some((entry) => entry.step === step.name && entry.failures.length > 0));
      });
      running.add(work);
      await work;
    }
  }

  const lanes = [...new Set(steps.map(({ lane }) => lane))].filter((lane) => lane !== undefined);
  await Promise.all(lanes.map((lane) => runLane(steps.filter((step) => step.lane === lane))));
  await runLane(steps.filter(({ lane }) => lane === undefined));

  const failed = [...records.values()].filter(({ step, name, failures }) => failures.length > 0 && filesOf(steps, step).includes(name));
  if (again && failed.length <= AGAIN_MAX)
    for (const first of failed) {
      if (signal.aborted) break;
      await runTests(
        steps.find(({ name }) => name === first.step),
        [first.name],
        new Map([[first.name, first]]),
      );
    }
  return records;
}

/** Record of a check, or of what belongs to no file. */
const checked = (name, problem, seconds = 0) => ({
  ...{ step: name, name, passed: problem === undefined ? 1 : 0, output: '', seconds },
  failures: problem === undefined ? [] : [{ test: '', text: problem }],
});

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const onlyTests = (samples) => ['--testNamePattern', `^(${samples.map(([, title]) => escaped(title)).join('|')})`];

/** A sample that names no test is a mistake of the plan, or a test that has another name now. */
const notRun = (samples, file, titles) =>
  samples
    .filter(([owner, title]) => owner === file && !titles.some((own) => own.startsWith(title)))
    .map(([, title]) => ({ test: title, text: 'no test of the file has a title that begins so' }));

const filesOf = (steps, name) => steps.find((step) => step.name === name)?.files ?? [];
const quiet = () => ({ ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' });

export const isFlaky = ({ first, failures }) => first !== undefined && failures.length === 0;
