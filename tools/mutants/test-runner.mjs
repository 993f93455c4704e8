// A vitest runner that first runs a file unchanged and records the mutants each test meets, then repeats these tests for every mutant until
// one fails. Sources load once; only the test file reloads per mutant.
import { appendFileSync, readFileSync } from 'node:fs';
import { TestRunner } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { switches } from './switches.mjs';

globalThis.__mutants = switches;

/** `mutants`: numbers of surviving mutants. `lines`: file for the results. */
const plan = JSON.parse(readFileSync(process.env.MUTANTS_PLAN, 'utf8'));
const alive = new Set(plan.mutants);
const outside = new Set(plan.outside);
const NONE = -1;
const QUICK_MS = 50;
/** Far above the steps of a test that a mutant lengthens by another path through the same code. */
const STEPS_TIMES = 20;
const STEPS_MORE = 5_000_000;
/** Above this size the process ends and another one continues, because evaluated modules are not all freed. */
const MEMORY_MAX = 1_500_000_000;

const tell = (line) => appendFileSync(plan.lines, `${JSON.stringify(line)}\n`);
const testsOf = (task) => (task.type === 'test' ? [task] : task.tasks.flatMap(testsOf));

/** The name of the first test of a file that failed, '' when the file itself did. */
function failedTest(file) {
  const failed = testsOf(file).find(({ result }) => result?.state === 'fail');
  return failed?.name ?? (file.result?.state === 'fail' ? '' : undefined);
}

/** Ends the run, because a test that fails without a mutant gives no information. */
function giveUp(file, test) {
  tell({ broken: file.name, test });
  alive.clear();
}

/** Runs chosen tests and tells nobody; ends with the first that fails. */
class QuietRunner extends TestRunner {
  constructor(config, loud) {
    super({ ...config, diffOptions: { maxDepth: 1, truncateThreshold: 50 } });
    this.moduleRunner = loud.moduleRunner;
    this._otel = loud._otel;
  }

  /** Without it, a test that notes something would fail, whatever the mutant does. */
  onTestAnnotate(_test, annotation) {
    return Promise.resolve(annotation);
  }

  async onBeforeRunTask(test) {
    if (this.hasFailed) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    if (test.result?.state === 'fail') this.hasFailed = true;
  }
}

export default class MutantsRunner extends TestRunner {
  #outsideTests = new Set();
  #met = new Map();

  #forget(filepath) {
    const { evaluatedModules } = this.workerState;
    for (const module of evaluatedModules.fileToModulesMap.get(filepath) ?? []) evaluatedModules.invalidateModule(module);
  }

  /** Sources are evaluated again, as some mutants are met only then. */
  #forgetSources() {
    const { evaluatedModules } = this.workerState;
    for (const [id, module] of evaluatedModules.idToModuleMap)
      if (/\/packages\/[^?]*\.(ts|scenario)/.test(id)) evaluatedModules.invalidateModule(module);
  }

  onBeforeCollect() {
    this.#forgetSources();
    this.#outsideTests = switches.met = new Set();
    tell({ process: process.pid });
  }

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    tell({ test: test.name });
    switches.met = new Set();
    switches.steps = 0;
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    this.#met.set(test.id, { met: switches.met, steps: switches.steps });
    switches.met = this.#outsideTests;
  }

  async onAfterRunFiles(files) {
    super.onAfterRunFiles();
    switches.met = undefined;
    for (const file of files) {
      await this.#tryAll(file);
      tell({ done: file.name });
    }
    if (alive.size === 0 || process.memoryUsage().rss > MEMORY_MAX) process.kill(process.ppid);
  }

  /** The tests that pass unmodified, quickest first, with the mutants they meet. */
  #passed(tests) {
    return tests
      .filter(({ result }) => result?.state === 'pass')
      .map(({ id, name, result }) => ({ id, name, took: result.duration ?? 0, ...this.#met.get(id) }))
      .sort((a, b) => a.took - b.took);
  }

  async #tryAll(file) {
    const failed = failedTest(file);
    if (failed !== undefined) return giveUp(file, failed);
    const ran = this.#passed(testsOf(file));
    let isRepeated = false;
    for (const number of alive) {
      const asIs = ran.filter(({ met }) => met.has(number));
      const again = asIs.length === 0 || outside.has(number);
      if (again && !this.#outsideTests.has(number)) continue;
      tell({ begun: number });
      const by = await this.#killer(file, number, again ? ran : asIs, again);
      tell({ met: number });
      if (by === undefined) continue;
      // A file that cannot be run twice would kill everything.
      if (!isRepeated && (await this.#killer(file, NONE, again ? ran : asIs, again)) !== undefined)
        return giveUp(file, `${by} (when it is run again)`);
      isRepeated = true;
      alive.delete(number);
      tell({ killed: number, by });
    }
  }

  /** The file, and the test if there is one, that fails with a mutant. */
  async #killer(file, number, tests, again) {
    const quick = tests.filter(({ took }) => took <= QUICK_MS);
    const rounds = [quick, ...tests.slice(quick.length).map((test) => [test])].filter((round) => round.length > 0);
    for (const round of rounds) {
      if (again) this.#forgetSources();
      this.#forget(file.filepath);
      switches.on = number;
      switches.steps = 0;
      switches.stepsMax = STEPS_MORE + STEPS_TIMES * tests.reduce((sum, { steps }) => sum + steps, 0);
      let found;
      try {
        const [result] = await startTests(
          [{ filepath: file.filepath, testIds: round.map(({ id }) => id) }],
          new QuietRunner(this.config, this),
        );
        const failed = failedTest(result);
        if (failed !== undefined) found = `${file.name} | ${failed}`;
      } finally {
        switches.on = NONE;
        switches.stepsMax = Infinity;
      }
      if (found !== undefined) {
        if (again) this.#forgetSources();
        return found;
      }
    }
    if (again) this.#forgetSources();
    return undefined;
  }
}
