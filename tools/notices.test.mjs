// THIRD_PARTY_NOTICES.md lists exactly the packages that the lock installs for production. The gate is first seen to fail.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyrightOf, noticeProblems, noticesText, productionPackages } from './lib/notices.mjs';
import { readJson, root } from './lib/repository.mjs';

const LOCK = {
  '': { name: 'root' },
  'packages/own': { version: '0.1.0' },
  'node_modules/own': { link: true },
  'node_modules/test-only': { version: '1.0.0', license: 'MIT', dev: true },
  'node_modules/b': { version: '2.0.0', license: 'ISC' },
  'node_modules/@s/a': { version: '1.0.0', license: 'MIT' },
  'node_modules/b/node_modules/@s/a': { version: '1.0.0', license: 'MIT' },
};
const packages = productionPackages(LOCK);
const text = noticesText(packages.map((each) => ({ ...each, copyright: '' })));

describe('third-party notices', () => {
  it('hold every production package once', () => {
    expect(packages.map(({ name, version }) => `${name}@${version}`)).toEqual(['@s/a@1.0.0', 'b@2.0.0']);
    expect(noticeProblems(text, packages)).toEqual([]);
  });

  it('name the copyright holder', () => {
    expect(copyrightOf('The MIT License\n\nCopyright (c) 2020 Somebody <a@b>\n')).toBe('Copyright (c) 2020 Somebody a@b');
    expect(copyrightOf('The copyright notice shall be included.')).toBe('');
  });

  it('are refused when a package is missing, outdated, or under another licence', () => {
    expect(noticeProblems(text.replace('| b |', '| c |'), packages)).toHaveLength(2);
    expect(noticeProblems(text.replace('2.0.0', '2.0.1'), packages)).toHaveLength(2);
    const copyleft = productionPackages({ 'node_modules/b': { version: '2.0.0', license: 'GPL-3.0' } });
    expect(noticeProblems(noticesText(copyleft), copyleft)).toEqual(['b has the licence GPL-3.0']);
  });

  it('match package-lock.json', () => {
    const installed = productionPackages(readJson('package-lock.json').packages);
    expect(noticeProblems(readFileSync(path.join(root, 'THIRD_PARTY_NOTICES.md'), 'utf8'), installed)).toEqual([]);
  });
});
