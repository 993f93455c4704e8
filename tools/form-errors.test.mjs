// What the forms of the client refuse, the screens have words for; and no words stand for what nothing refuses.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, readJson, root } from './lib/repository.mjs';

const sources = (folders) =>
  filesBelow('')
    .filter(
      (file) =>
        /\.ts$/.test(file) &&
        !/\.test\.ts$/.test(file) &&
        !ELSEWHERE.test(file) &&
        folders.some((folder) => file.startsWith(`packages/client/src/${folder}/`)),
    )
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');

/** Amendments and closes are rules of orders too; their words stand with the tables that open them. */
const ELSEWHERE = /\/(?:amend|close)-form\.ts$/;

describe.each([
  ['order-form', ['forms/order']],
  ['spot-form', ['forms/spot']],
  ['algo-form', ['forms/algo']],
])('the errors of %s', (feature, folders) => {
  const texts = readJson(`apps/terminal/src/features/${feature}/text.en.json`);
  const words = new Set(
    Object.keys(texts)
      .filter((key) => key.startsWith('error.'))
      .map((key) => key.slice('error.'.length)),
  );

  it('each has its words', () => {
    const codes = [...sources(folders).matchAll(/\b(?:code|empty): '(\w+)'/g)].map((match) => match[1]);
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !words.has(code))).toEqual([]);
  });

  it('none has words in vain', () => {
    const text = sources([...folders, 'forms', 'inputs']);
    expect([...words].filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  });
});
