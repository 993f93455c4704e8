import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, root } from './lib/repository.mjs';
import { citedIds, compare, definedIds, isBeyond, isTestFile } from './lib/spec-ids.mjs';

describe('requirement ids', () => {
  it('are defined by the bold start of a row, and nowhere else', () => {
    expect(definedIds('# AA: first\n\n- **AA-01** One.\n- **I18-02** Two, see **AA-09**.\nAA-07\n')).toEqual(['AA-01', 'I18-02']);
  });

  it('are cited by the titles of tests, of groups, of tables and of templates', () => {
    const text = `
      // AA-99 in a comment, and
      const name = 'AA-98 in a string';
      describe('AA-01 a group', () => {
        it('AA-02 AA-03 one test', () => {});
        it.each([['AA-97']])('AA-04 a row %s', () => {});
        test.concurrent(\`AA-05 a template \${name} AA-06\`, async () => {});
        it('hashes with SHA-256', () => {});
      });`;
    expect(citedIds('some.test.ts', text)).toEqual(['AA-01', 'AA-02', 'AA-03', 'AA-04', 'AA-05', 'AA-06']);
  });

  it('are cited by the heads of scenarios', () => {
    expect(citedIds('some.scenario', '[AA-01] a long is liquidated\n\ngiven AA-02\n')).toEqual(['AA-01']);
  });

  it('are looked for in tests only', () => {
    expect(['a.test.ts', 'a.test.tsx', 'a.e2e.ts', 'a.scenario', 'a.ts', 'test.ts'].filter(isTestFile)).toEqual([
      'a.test.ts',
      'a.test.tsx',
      'a.e2e.ts',
      'a.scenario',
    ]);
  });

  it('are of the specification itself, or beyond it', () => {
    expect(['CAT-01', 'I18-02', 'EXC-07'].filter(isBeyond)).toEqual([]);
    expect(['MKT-08', 'JRN-01'].filter(isBeyond)).toEqual(['MKT-08', 'JRN-01']);
    const rows = filesBelow('specs').flatMap((file) =>
      file.endsWith('.md') ? definedIds(readFileSync(path.join(root, file), 'utf8')) : [],
    );
    expect(rows.filter((id) => !isBeyond(id))).toHaveLength(179);
  });

  it('are compared both ways', () => {
    const citations = [
      { id: 'AA-02', file: 'a.test.ts' },
      { id: 'ZZ-01', file: 'b.test.ts' },
    ];
    expect(compare(['AA-01', 'AA-02'], citations)).toEqual({ uncovered: ['AA-01'], unknown: [{ id: 'ZZ-01', file: 'b.test.ts' }] });
  });
});
