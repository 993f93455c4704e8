import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstLoad, pageScripts, staticImports } from './lib/bundle.mjs';

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
