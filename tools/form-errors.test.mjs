// The screens have a text for every error of the client's forms, and no text without an error.
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

/** The codes that a file of texts has words for. */
const codesOf = (file) =>
  Object.keys(readJson(`apps/terminal/src/${file}/text.en.json`))
    .filter((key) => key.startsWith('error.'))
    .map((key) => key.slice('error.'.length));

const SHARED = codesOf('widgets');

describe.each([
  ['order-form', ['forms/order']],
  ['spot-form', ['forms/spot']],
  ['algo-form', ['forms/algo']],
])('the errors of %s', (feature, folders) => {
  const own = codesOf(`features/${feature}`);

  it('each has its words, of its own or shared', () => {
    const words = new Set([...SHARED, ...own]);
    const codes = [...sources(folders).matchAll(/\b(?:code|empty): '(\w+)'/g)].map((match) => match[1]);
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !words.has(code))).toEqual([]);
  });

  it('none has words in vain', () => {
    const text = sources([...folders, 'forms', 'inputs']);
    expect(own.filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  });
});

describe('the errors that forms share', () => {
  it('none has words in vain', () => {
    const text = ['forms', 'inputs']
      .flatMap((folder) => filesBelow(`packages/client/src/${folder}`))
      .map((file) => readFileSync(path.join(root, file), 'utf8'));
    expect(SHARED.filter((code) => !text.some((source) => source.includes(`'${code}'`)))).toEqual([]);
  });
});
