// node tools/notices.mjs: writes THIRD_PARTY_NOTICES.md from package-lock.json and the installed licence files.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { copyrightOf, noticesText, productionPackages } from './lib/notices.mjs';
import { readJson, root } from './lib/repository.mjs';

/** Licence text of an installed package; '' for an optional one that this platform does not install. */
function licenceText(paths) {
  const folder = paths.map((each) => path.join(root, each)).find((each) => existsSync(each));
  if (folder === undefined) return '';
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  return file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8');
}

const packages = productionPackages(readJson('package-lock.json').packages).map((each) => ({
  ...each,
  copyright: copyrightOf(licenceText(each.paths)),
}));
writeFileSync(path.join(root, 'THIRD_PARTY_NOTICES.md'), await format(noticesText(packages), { parser: 'markdown' }));
