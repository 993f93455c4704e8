import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { occurrences, plantedBug, plantedBugs } from './lib/planted-bugs.mjs';
import { root } from './lib/repository.mjs';

const bugs = plantedBugs();

describe('the planted bugs', () => {
  it('are at least 20, each with a name of its own and tests that exist', () => {
    expect(bugs.length).toBeGreaterThanOrEqual(20);
    expect(new Set(bugs.map(({ id }) => id)).size).toBe(bugs.length);
    expect(bugs.flatMap(({ tests }) => tests).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it.each(bugs.map(({ id, ...bug }) => [id, bug]))('%s changes text that occurs exactly once', (_, bug) => {
    expect(occurrences(readFileSync(path.join(root, bug.file), 'utf8'), bug.from)).toBe(1);
    expect(bug.to).not.toBe(bug.from);
  });

  it('are planted into their own file only', () => {
    const [bug] = bugs;
    const { transform } = plantedBug(bug.id);
    const code = readFileSync(path.join(root, bug.file), 'utf8');
    expect(transform(code, path.join(root, bug.file)).code).toContain(bug.to);
    expect(transform(code, path.join(root, 'another.ts'))).toBeUndefined();
    expect(plantedBug('').transform).toBeUndefined();
  });
});
