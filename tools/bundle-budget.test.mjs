import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstFonts, firstLoad, loadAfter, pageScripts, staticImports, wholeLoad } from './lib/bundle.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'bundle-'));
  mkdirSync(path.join(folder, 'assets'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the first load of a page', () => {
  it('is what the page names and what that imports, each once, without what comes on demand', () => {
    writeFileSync(
      path.join(folder, 'index.html'),
      '<script type="module" crossorigin src="/assets/main.js"></script><link rel="modulepreload" href="/assets/shared.js"><link rel="stylesheet" href="/assets/main.css">',
    );
    writeFileSync(path.join(folder, 'assets/main.js'), 'import{a}from"./shared.js";import"./deep.js";import("./dialog.js");a();');
    writeFileSync(path.join(folder, 'assets/deep.js'), 'export{a}from"./shared.js";');
    writeFileSync(path.join(folder, 'assets/shared.js'), 'export const a=()=>1;');
    writeFileSync(path.join(folder, 'assets/dialog.js'), 'throw 1;');
    expect(
      firstLoad(folder, 'index.html')
        .map(({ file }) => file)
        .sort(),
    ).toEqual(['assets/deep.js', 'assets/main.js', 'assets/shared.js']);
  });

  it('is followed by a script that brings only what the page does not have yet', () => {
    writeFileSync(path.join(folder, 'index.html'), '<script type="module" src="/assets/main.js"></script>');
    writeFileSync(path.join(folder, 'assets/main.js'), 'import"./shared.js";import("./later-1a.js");');
    writeFileSync(path.join(folder, 'assets/shared.js'), 'export const a=()=>1;');
    writeFileSync(path.join(folder, 'assets/later-1a.js'), 'import{a}from"./shared.js";import"./table.js";a();');
    writeFileSync(path.join(folder, 'assets/table.js'), 'export const b=1;');
    expect(
      loadAfter(folder, 'index.html', 'later')
        .map(({ file }) => file)
        .sort(),
    ).toEqual(['assets/later-1a.js', 'assets/table.js']);
  });

  it('has the fonts that the page preloads, as heavy as they are', () => {
    writeFileSync(path.join(folder, 'index.html'), '<link rel="preload" href="/assets/a.woff2" as="font"><link href="/assets/b.css">');
    writeFileSync(path.join(folder, 'assets/a.woff2'), 'x'.repeat(500));
    expect(firstFonts(folder, 'index.html')).toEqual([{ file: '/assets/a.woff2', bytes: 500 }]);
  });

  it('has every file that a trading page loads without a press, as it is sent', () => {
    const files = {
      'index.html': '<script type="module" src="/assets/main.js"></script><link rel="preload" href="/assets/a.woff2" as="font">',
      'chart.html': '<script src="/assets/chart.js"></script><link rel="stylesheet" crossorigin href="/assets/chart.css">',
      'chart-locales/en.json': '[]',
      'assets/main.js': 'import("./second-load-1a.js");',
      'assets/second-load-1a.js': 'import"./deep.js";import("./dialog.js");',
      'assets/second-load-1b.css': 'a{}',
      'assets/deep.js': 'export const a=1;',
      'assets/dialog.js': 'throw 1;',
      'assets/market-worker-1a.js': 'let b;',
      'assets/chart.js': 'let c;',
      'assets/chart.css': 'c{}',
      'assets/a.woff2': 'font',
    };
    mkdirSync(path.join(folder, 'chart-locales'));
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    writeFileSync(path.join(folder, 'assets/deep.js.br'), 'br');
    const load = new Map(wholeLoad(folder).map(({ file, bytes }) => [file, bytes]));
    expect([...load.keys()].sort()).toEqual(
      Object.keys(files)
        .filter((file) => file !== 'assets/dialog.js')
        .sort(),
    );
    expect([load.get('assets/deep.js'), load.get('assets/a.woff2')]).toEqual([2, 4]);
  });

  it('knows static imports from dynamic ones and from text', () => {
    expect(
      staticImports('import a from "./a.js";const t=`import "./no.js"`;import("./lazy.js");export{b}from"./b.js";export const c=1;'),
    ).toEqual(['./a.js', './b.js']);
  });

  it('takes scripts and module preloads from the page', () => {
    expect(
      pageScripts('<script src="/a.js"></script><link rel="icon" href="/i.svg"><link rel="modulepreload" crossorigin href="/b.js">'),
    ).toEqual(['/a.js', '/b.js']);
  });
});
