// The texts of the terminal as the repository holds them: English beside the code, every other language in a folder of its own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, readJson, root } from './repository.mjs';

export const FOLDER = 'apps/terminal/languages';
const SOURCES = 'apps/terminal/src';

/** English by namespace: { folder, texts }. */
export function englishTexts() {
  const files = filesBelow(SOURCES).filter((file) => file.endsWith('/text.en.json'));
  return new Map(files.map((file) => [path.basename(path.dirname(file)), { folder: `${path.dirname(file)}/`, texts: readJson(file) }]));
}

/** The languages of the terminal: { tag, only }, read from the code that names them. */
export function knownLanguages() {
  const source = readFileSync(path.join(root, 'packages/i18n/src/texts/languages.ts'), 'utf8');
  return [...source.matchAll(/\{ tag: '([\w-]+)'[^{}]*?(?:only: \[([^\]]*)\] )?\}/g)].map(([, tag, only]) => ({
    tag,
    only: only === undefined ? undefined : [...only.matchAll(/'([\w-]+)'/g)].map(([, name]) => name),
  }));
}

const foldersOf = (folder) => (existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)) : []);

/** Languages that have a folder, shipped or not. */
export const storedLanguages = () => foldersOf(FOLDER);

/** Namespaces of a language, by its files. */
export const namespacesOf = (tag) => foldersOf(`${FOLDER}/${tag}`).map((name) => path.basename(name, '.json'));

export const textsOf = (tag, namespace) => readJson(`${FOLDER}/${tag}/${namespace}.json`);

/**
 * Code that may name keys of a namespace: its own folder, the folders of the terminal that are no feature, and the packages whose codes are
 * shown. Every screen may name the common words.
 */
export function sourceOf(folder) {
  const isCode = (file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file);
  const terminal = ['platform', 'intents', 'widgets', 'pages', 'app'].map((name) => `${SOURCES}/${name}/`);
  const shared = [...terminal, 'packages/client/src/', 'packages/domain/src/', 'packages/protocol/src/'];
  const own = folder === `${SOURCES}/platform/` ? `${SOURCES}/` : folder;
  const files = [own, ...shared].flatMap((each) => filesBelow(each.slice(0, -1)).filter(isCode));
  return [...new Set(files)].map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
}
