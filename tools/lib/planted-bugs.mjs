// Small faults that the tests have to notice. The list is tools/planted-bugs.json; no file is ever edited.
import path from 'node:path';
import { readJson, root } from './repository.mjs';

export const plantedBugs = () => readJson('tools/planted-bugs.json');

/** How often `part` occurs in `text`. */
export const occurrences = (text, part) => text.split(part).length - 1;

/** A vite plugin that plants the bug of this id into the source as tests load it; without an id it does nothing. */
export function plantedBug(id = process.env.PLANTED_BUG) {
  const name = 'planted-bug';
  if (id === undefined || id === '') return { name };
  const bug = plantedBugs().find((one) => one.id === id);
  if (bug === undefined) throw new Error(`No planted bug is called ${id}`);
  const file = path.join(root, bug.file);
  return {
    name,
    enforce: 'pre',
    transform(code, module) {
      if (path.resolve(module.split('?')[0]) !== file) return undefined;
      if (occurrences(code, bug.from) !== 1) throw new Error(`${id}: its text has to occur once in ${bug.file}`);
      return { code: code.replace(bug.from, () => bug.to), map: null };
    },
  };
}
