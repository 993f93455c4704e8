// The order of test files: those that take longest begin first, so that no worker is left with one of them at the end.
import { BaseSequencer } from 'vitest/node';

/**
 * A sequencer of vitest: files whose path ends with one of `names` come first, in that order; the others follow as vitest has them, project
 * by project, as a process is kept only for a file of the same project.
 */
export function longFirst(names) {
  const rank = ({ moduleId }) => {
    const at = names.findIndex((name) => moduleId.endsWith(name));
    return at < 0 ? names.length : at;
  };
  return class extends BaseSequencer {
    async sort(files) {
      const sorted = (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
      const others = sorted.filter((file) => rank(file) === names.length);
      const projects = [...new Set(others.map(({ project }) => project.name))];
      return [
        ...sorted.filter((file) => rank(file) < names.length),
        ...projects.flatMap((name) => others.filter(({ project }) => project.name === name)),
      ];
    }
  };
}
