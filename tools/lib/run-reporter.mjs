// A reporter of vitest that sends the start and the result of each test file to the process that started vitest.

/** The console output kept of a file, in characters: its end. */
const OUTPUT_MAX = 20_000;

function textOf({ message = '', stack = '', diff }) {
  const text = stack.includes(message) ? stack : `${message}\n${stack}`;
  return diff === undefined ? text : `${text}\n${diff}`;
}

export default class RunReporter {
  /** Console output by the id of a file. */
  #outputs = new Map();

  onTestModuleQueued({ moduleId }) {
    process.send?.({ kind: 'start', file: moduleId });
  }

  onUserConsoleLog({ content, taskId = '' }) {
    // The id of a test is the id of its file, then the place of the test.
    const [file] = taskId.split('_');
    this.#outputs.set(file, `${this.#outputs.get(file) ?? ''}${content}`.slice(-OUTPUT_MAX));
  }

  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()];
    const inState = (state) => tests.filter((test) => test.result().state === state);
    const failures = inState('failed').map((test) => ({ test: test.fullName, text: test.result().errors.map(textOf).join('\n') }));
    const outside = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
    if (outside.length > 0) failures.push({ test: '(outside its tests)', text: outside.map(textOf).join('\n') });
    process.send?.({
      kind: 'end',
      file: module.moduleId,
      passed: inState('passed').length,
      // As vitest matches a pattern of names.
      titles: inState('passed').map((test) => test.fullName.replaceAll(' > ', ' ')),
      skipped: inState('skipped').length,
      failures,
      output: this.#outputs.get(module.id) ?? '',
    });
    this.#outputs.delete(module.id);
  }

  onTestRunEnd(_modules, errors) {
    process.send?.({ kind: 'unhandled', errors: errors.map((error) => ({ file: error.VITEST_TEST_PATH, text: textOf(error) })) });
  }
}
