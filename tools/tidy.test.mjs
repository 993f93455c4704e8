// The repository tests itself. tools/tidy-checks.test.mjs shows that each check can fail.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawMap } from './lib/package-map.mjs';
import { filesBelow, readJson, root } from './lib/repository.mjs';
import * as checks from './lib/tidy-checks.mjs';

const require = createRequire(import.meta.url);
const { LAYERS, LEVELS, PURPOSE, PURE, NEUTRAL, EXCHANGE_IMPORTS, EXCHANGE_TESTS } = require('../layers.cjs');

const TEXT =
  /\.(ts|tsx|mjs|cjs|js|json|md|css|html|svg|yml|yaml|scenario|txt)$|^\.ci\/run$|^\.(npmrc|editorconfig|gitignore|gitattributes|nvmrc)$/;
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const files = new Map(
  filesBelow('')
    .filter((file) => TEXT.test(file))
    .map((file) => [file, read(file)]),
);
const workspaces = Object.keys(LAYERS);
const exists = (file) => existsSync(path.join(root, file));
const onAll = (wanted, check) => [...checks.pick(files, wanted)].flatMap(([file, text]) => check(file, text));

/** A1, A2 … of a letter. */
const range = (letter, count) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);

/** Entries of a workspace: exports of package.json, files named by pages and builds, and files that a tool finds by name. */
function entriesOf(workspace) {
  const manifest = readJson(`${workspace}/package.json`);
  const exported = typeof manifest.exports === 'string' ? [manifest.exports] : Object.values(manifest.exports ?? {});
  const builds = [...files].filter(
    ([file]) =>
      file.startsWith(`${workspace}/`) && /(\.html|\.config\.(ts|mjs)|package\.json|build\.mjs|testing\/server-process\.ts)$/.test(file),
  );
  const named = builds.flatMap(([, text]) => [...text.matchAll(/["'`]\.{0,2}\/?(src\/[\w./-]+\.tsx?)/g)].map((match) => match[1]));
  return [...exported, ...named].map((file) => path.posix.join(workspace, file));
}

describe('the repository', () => {
  it('names the same workspaces in package.json, tsconfig.json and layers.cjs', () => {
    const problems = workspaces.flatMap((workspace) =>
      checks.referenceProblems({
        workspace,
        allowed: LAYERS[workspace],
        manifest: readJson(`${workspace}/package.json`),
        tsconfig: readJson(`${workspace}/tsconfig.json`),
      }),
    );
    const onDisk = [...files.keys()]
      .filter((file) => /^(packages|apps)\/[^/]+\/package\.json$/.test(file))
      .map((file) => path.posix.dirname(file));
    const referenced = readJson('tsconfig.json').references.map((reference) => reference.path);
    expect(problems).toEqual([]);
    expect(onDisk.sort()).toEqual([...workspaces].sort());
    expect(referenced.filter((folder) => /^(packages|apps)\//.test(folder)).sort()).toEqual([...workspaces].sort());
  });

  // Its twins of orders that wait and of prices (docs/decisions/0012 and 0027) are counted apart.
  it('has a naive exchange of at most 1,500 lines that shares only words and constants with the real one', () => {
    const reference = 'packages/exchange/src/reference/';
    const ofNaive = [...files].filter(([file]) => file.startsWith(`${reference}naive-`));
    const prices = files.get(`${reference}slow-prices.ts`);
    const stops = ['slow-exits.ts', 'slow-stops.ts', 'slow-conditional.ts'].map((name) => [name, files.get(`${reference}${name}`)]);
    expect(checks.codeLines(ofNaive.map(([, text]) => text).join('\n'))).toBeLessThanOrEqual(1_500);
    expect(checks.codeLines(stops.map(([, text]) => text).join('\n'))).toBeLessThanOrEqual(600);
    expect(checks.codeLines(prices)).toBeLessThanOrEqual(130);
    const WORDS = /^(type |[A-Z_]+$|coinTerms$)/;
    const shared = [...ofNaive, ...stops, ['slow-prices.ts', prices]].flatMap(([file, text]) =>
      [...text.matchAll(/^import (type )?\{([^}]*)\} from '([^']+)'/gm)]
        .filter(([, type, , from]) => type === undefined && !/^\.\/(naive-|slow-(exits|prices|stops|conditional))/.test(from))
        .flatMap(([, , names]) => names.split(',').map((name) => name.trim()))
        .filter((name) => name !== '' && !WORDS.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(shared).toEqual([]);
  });

  it('names for every rule that must always hold what holds it', () => {
    const text = files.get('docs/invariants.md');
    const rows = [...text.matchAll(/^\| ([A-D]\d+)/gm)].map(([, row]) => row);
    const all = [...range('A', 17), ...range('B', 24), ...range('C', 16), ...range('D', 9)];
    expect(rows).toEqual(all);
    expect([...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => path.join('docs', link)).filter((file) => !exists(file))).toEqual([]);
  });

  it('draws and describes every workspace, and imports lead to a lower level', () => {
    const names = workspaces.map((workspace) => workspace.split('/')[1]);
    const level = (name) => LEVELS.findIndex((row) => row.includes(name));
    expect(LEVELS.flat().sort()).toEqual([...names].sort());
    expect(Object.keys(PURPOSE).sort()).toEqual([...names].sort());
    expect([...PURE, ...Object.keys(NEUTRAL)].filter((name) => !names.includes(name))).toEqual([]);
    for (const workspace of workspaces) {
      for (const other of LAYERS[workspace]) expect(level(other), `${workspace} -> ${other}`).toBeLessThan(level(workspace.split('/')[1]));
    }
  });

  it('gives every folder of the exchange a line in layers.cjs, and imports lead to a line above', () => {
    const source = 'packages/exchange/src/';
    const below = [...files.keys()].filter((file) => file.startsWith(source)).map((file) => file.slice(source.length).split('/'));
    const folders = [...new Set(below.filter((parts) => parts.length > 1).map(([folder]) => folder))];
    expect(checks.levelProblems(folders, EXCHANGE_IMPORTS, EXCHANGE_TESTS)).toEqual([]);
  });

  it('has an up-to-date map of the packages (node tools/map.mjs)', () => {
    expect(read('docs/pictures/packages.svg')).toBe(drawMap());
  });

  it('says in a README what each workspace is, what it never knows and how to test it', () => {
    const problems = workspaces.flatMap((workspace) => {
      const text = files.get(`${workspace}/README.md`);
      if (text === undefined) return [`${workspace} has no README.md`];
      return ['## Never', '## Test']
        .filter((heading) => !text.includes(`\n${heading}`))
        .map((heading) => `${workspace}/README.md has no "${heading}"`);
    });
    expect(problems).toEqual([]);
  });

  it('has no source file that nothing reaches', () => {
    const problems = workspaces.flatMap((workspace) =>
      checks.orphanProblems(
        checks.pick(files, (file) => file.startsWith(`${workspace}/src/`)),
        entriesOf(workspace),
      ),
    );
    expect(problems).toEqual([]);
  });

  it('uses every package that a workspace declares', () => {
    const problems = workspaces.flatMap((workspace) => {
      const own = checks.pick(
        files,
        (file) => file.startsWith(`${workspace}/`) && (checks.isCode(file) || file.endsWith('.css') || file.endsWith('.html')),
      );
      const text = [...own.values()].join('\n');
      const declared = Object.keys(readJson(`${workspace}/package.json`).dependencies ?? {});
      // react-dom, say, is there because a library asks for it beside itself.
      const asked = new Set(declared.flatMap((name) => Object.keys(readJson(`node_modules/${name}/package.json`).peerDependencies ?? {})));
      return declared
        .filter((name) => !asked.has(name))
        .filter((name) => !name.startsWith('@tapedeck/') && !new RegExp(`['"]${name}(/[^'"]*)?['"]`).test(text))
        .map((name) => `${workspace} declares ${name} and never imports it`);
    });
    expect(problems).toEqual([]);
  });

  it('pins exact versions, and locks every platform without install scripts', () => {
    // They only print, or make the faster of two ways to do the same; .npmrc lets no package run anything.
    const manifests = ['package.json', ...workspaces.map((workspace) => `${workspace}/package.json`)];
    expect(manifests.flatMap((file) => checks.pinProblems(file, readJson(file)))).toEqual([]);
    expect(checks.lockProblems(readJson('package-lock.json').packages, ['bufferutil', 'ccxt'])).toEqual([]);
  });

  it('has no marks of unfinished work, paths of one machine, or package hosts', () => {
    expect(onAll((file) => file !== 'package-lock.json', checks.wordProblems)).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/);
  });

  it('keeps wire names with a scale at the border', () => {
    const inside = (file) => /^(packages|apps)\//.test(file) && checks.isCode(file) && !checks.isTest(file);
    // Fields of a position keep the names of POS-01.
    const border = /^packages\/(protocol|gateway)\/|^packages\/client\/src\/(connection\/|facade\/position-fields\.ts)/;
    expect(onAll((file) => inside(file) && !border.test(file), checks.scaleProblems)).toEqual([]);
  });

  it('has one title in each Markdown file, and links that lead somewhere', () => {
    expect(
      onAll(
        (file) => file.endsWith('.md'),
        (file, text) => checks.markdownProblems(file, text, exists),
      ),
    ).toEqual([]);
  });

  it('has every text in every language, and uses every text', () => {
    const code = [...checks.pick(files, (file) => checks.isCode(file) && /^(apps\/terminal|packages)\//.test(file)).values()].join('\n');
    const folders = new Map();
    for (const [file, text] of files) {
      const language = /(?:^|\/)text\.([A-Za-z-]+)\.json$/.exec(file)?.[1];
      if (language === undefined) continue;
      const folder = path.posix.dirname(file);
      folders.set(folder, { ...folders.get(folder), [language]: JSON.parse(text) });
    }
    expect(folders.size).toBeGreaterThan(0);
    expect([...folders].flatMap(([folder, languages]) => checks.textProblems(folder, languages, code))).toEqual([]);
  });

  it('keeps files short', () => {
    expect(onAll((file) => checks.isCode(file) || file.endsWith('.css'), checks.lengthProblems)).toEqual([]);
  });
});
