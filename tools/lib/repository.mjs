// Root and contents of the repository. Plain Node: `npm start` needs this file before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const SKIPPED = new Set(['node_modules', 'dist', '.git', 'data', 'sandbox', 'output', '.cache', 'coverage']);

/** Files below `folder` (relative to the root), sorted, with forward slashes; built and installed folders are left out. */
export function filesBelow(folder, base = root) {
  const found = [];
  const walk = (relative) => {
    const absolute = path.join(base, relative);
    if (!existsSync(absolute)) return;
    for (const entry of readdirSync(absolute, { withFileTypes: true })) {
      const child = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) walk(child);
      } else if (entry.isFile() && !entry.name.endsWith('.tsbuildinfo')) found.push(child);
    }
  };
  walk(folder);
  return found.sort();
}

/** A hash over everything that the built server and terminal are made from; tests do not count. */
export function sourceFingerprint() {
  const hash = createHash('sha256');
  const files = [...filesBelow('packages'), ...filesBelow('apps'), 'package-lock.json', 'tsconfig.base.json', 'tsconfig.browser.json'];
  for (const file of files) {
    if (/\.test\.tsx?$|\.md$/.test(file)) continue;
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/** A hash over every file of the repository that is neither built nor installed. */
export function treeFingerprint() {
  const hash = createHash('sha256');
  for (const file of filesBelow('')) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

export const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** Whether node_modules matches package-lock.json (npm keeps a copy of the lock there). */
export function installed() {
  if (!existsSync(path.join(root, 'node_modules/.package-lock.json'))) return false;
  const present = readJson('node_modules/.package-lock.json').packages;
  return Object.entries(readJson('package-lock.json').packages).every(
    ([name, wanted]) => name === '' || wanted.optional || wanted.devOptional || wanted.peer || present[name]?.version === wanted.version,
  );
}
