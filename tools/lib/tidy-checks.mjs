// The checks of the repository's self-test. Each takes its input as arguments and returns a list of problems.
import path from 'node:path/posix';
import ts from 'typescript';

export const isCode = (file) => /\.(ts|tsx|mjs|cjs|js)$/.test(file) && !file.endsWith('.d.ts');
export const isTest = (file) => /\.(test|e2e|bench)\.(ts|tsx|mjs)$/.test(file) || file.includes('/testing/');

/** A map of path -> text, narrowed to the paths that `wanted` accepts. */
export const pick = (files, wanted) => new Map([...files].filter(([file]) => wanted(file)));

const sorted = (items) => [...items].sort();
const same = (left, right) => JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));

/** package.json, tsconfig.json and layers.cjs name the same workspaces. */
export function referenceProblems({ workspace, allowed, manifest, tsconfig }) {
  const problems = [];
  const declared = Object.keys(manifest.dependencies ?? {})
    .filter((name) => name.startsWith('@tapedeck/'))
    .map((name) => name.slice('@tapedeck/'.length));
  const referenced = (tsconfig.references ?? []).map((reference) => path.basename(reference.path));
  if (!same(declared, allowed))
    problems.push(`${workspace}/package.json depends on [${sorted(declared)}], layers.cjs allows [${sorted(allowed)}]`);
  if (!same(referenced, allowed))
    problems.push(`${workspace}/tsconfig.json references [${sorted(referenced)}], layers.cjs allows [${sorted(allowed)}]`);
  return problems;
}

/**
 * Every folder of a package has a line in the import table and every line a folder, and imports lead to a line above. `folders` are the
 * folders on disk, `imports` maps a folder to its imports, `apart` lists folders outside the table.
 */
export function levelProblems(folders, imports, apart) {
  const named = [...Object.keys(imports), ...apart];
  const lines = Object.keys(imports);
  return [
    ...folders.filter((folder) => !named.includes(folder)).map((folder) => `${folder} has no line in the import table`),
    ...named.filter((folder) => !folders.includes(folder)).map((folder) => `${folder} has a line in the import table and no folder`),
    ...Object.entries(imports).flatMap(([folder, others]) =>
      others
        .filter((other) => !lines.slice(0, lines.indexOf(folder)).includes(other))
        .map((other) => `${folder} imports ${other}, which does not stand above it`),
    ),
  ];
}

/** Versions are exact, so that the tested version is the installed one. */
export function pinProblems(name, manifest) {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  return Object.entries(all)
    .filter(([, version]) => !/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([dependency, version]) => `${name}: ${dependency} is ${version}, not an exact version`);
}

/** Every platform's binary is in the lock, and nothing runs a script when it is installed. */
export function lockProblems(packages, scriptsAllowed) {
  const names = new Set(Object.keys(packages).map((key) => key.split('node_modules/').pop()));
  const problems = [];
  for (const [key, entry] of Object.entries(packages)) {
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter((name) => !names.has(name));
    if (missing.length > 0)
      problems.push(`package-lock.json: ${key} lacks ${missing.join(', ')}; make the lock again with a version that is complete`);
    if (entry.hasInstallScript && !scriptsAllowed.includes(key.split('node_modules/').pop()))
      problems.push(`package-lock.json: ${key} runs an install script`);
  }
  return problems;
}

/** The text node that holds the specifier of an import of any form: static, dynamic, as a type, or as a worker's URL. */
function specifierNode(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return node.arguments[0];
  if (ts.isNewExpression(node) && node.expression.getText() === 'URL') return node.arguments?.[0];
  return undefined;
}

export function specifiersOf(file, text) {
  const found = [];
  const visit = (node) => {
    const specifier = specifierNode(node);
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS));
  return found;
}

/** Source files of a workspace that no entry and no test reaches. */
export function orphanProblems(files, entries) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file) || !files.has(file)) return;
    reached.add(file);
    const text = files.get(file);
    const styles = [...text.matchAll(/@import\s+(?:url\()?['"]([^'"]+)['"]/g)].map((match) => match[1]);
    for (const specifier of isCode(file) ? specifiersOf(file, text) : styles) {
      if (specifier.startsWith('.')) visit(path.join(path.dirname(file), specifier.replace(/\?.*$/, '')));
    }
  };
  for (const file of [...entries, ...[...files.keys()].filter((name) => /\.(test|bench)\.tsx?$/.test(name))]) visit(file);
  return [...files.keys()]
    .filter((file) => /\.(ts|tsx|css)$/.test(file) && !file.endsWith('.d.ts') && !reached.has(file))
    .map((file) => `${file} is not reachable from an entry or a test`);
}

// Written in two halves, so that this file does not find itself.
const LEFTOVERS = new RegExp(`\\b(${['FIX' + 'ME', 'TO' + 'DO', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`);
const MACHINE = new RegExp(`(^|[\\s"'\`(=:])/(${['wo' + 'rk', 'ho' + 'me', 'ro' + 'ot', 'Us' + 'ers', 't' + 'mp'].join('|')})/\\w`);
const HOSTS = new RegExp(['regi' + 'stry\\.npmjs', 'regi' + 'stry\\.yarnpkg', 'npm' + 'mirror'].join('|'));

/** Marks of unfinished work, paths of one machine, hosts of package registries. */
export function wordProblems(file, text) {
  const problems = [];
  text.split('\n').forEach((line, index) => {
    const at = `${file}:${index + 1}`;
    if (LEFTOVERS.test(line)) problems.push(`${at} has a mark of unfinished work: finish it, or file an issue`);
    if (MACHINE.test(line)) problems.push(`${at} has a path of one machine: use os.tmpdir(), or a path relative to the repository`);
    if (HOSTS.test(line) && file !== 'package-lock.json')
      problems.push(`${at} names a package host: packages are named, hosts are configured`);
  });
  return problems;
}

/** Wire names with a scale (`leverageE2`, `qtyX`) stop at the border. */
export function scaleProblems(file, text) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      /\b[a-z]\w*E[248]\b|\b[qQ]tyX\b/.test(line)
        ? [`${file}:${index + 1} uses a wire name with a scale: decode it in packages/protocol`]
        : [],
    );
}

/** One title; relative links lead somewhere. `exists` is asked for paths relative to the root. */
export function markdownProblems(file, text, exists) {
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
  const problems = [];
  const titles = prose.match(/^# /gm)?.length ?? 0;
  if (titles !== 1) problems.push(`${file} has ${titles} titles (# ...), not one`);
  const targets = [...prose.matchAll(/\]\(([^)\s]+)[^)]*\)|<img\b[^>]*\bsrc="([^"]+)"|<source\b[^>]*\bsrcset="([^"]+)"/g)];
  for (const match of targets) {
    const target = (match[1] ?? match[2] ?? match[3]).replace(/#.*$/, '');
    if (target === '' || /^[a-z]+:/.test(target)) continue;
    if (!exists(path.join(path.dirname(file), target))) problems.push(`${file} links to ${target}, which does not exist`);
  }
  return problems;
}

const base = (key) => key.replace(/_(zero|one|two|few|many|other)$/, '');

/** Patterns of keys that code puts together: `status.${status}` stands for every key that begins so. */
function composedKeys(code) {
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [...code.matchAll(/`([\w.]*)\$\{[^`{}]*\}([\w.]*)`/g)]
    .filter((match) => match[1].length + match[2].length >= 4)
    .map((match) => new RegExp(`^${escaped(match[1])}[\\w]+${escaped(match[2])}$`));
}

/** Text files beside their code: every language has the same keys, and every key is used. */
export function textProblems(folder, languages, code) {
  const problems = [];
  const english = Object.keys(languages.en ?? {});
  for (const [language, texts] of Object.entries(languages)) {
    const keys = new Set(Object.keys(texts).map(base));
    const missing = [...new Set(english.map(base))].filter((key) => !keys.has(key));
    const extra = [...keys].filter((key) => !english.map(base).includes(key));
    if (missing.length > 0) problems.push(`${folder}/text.${language}.json lacks ${missing.join(', ')}`);
    if (extra.length > 0) problems.push(`${folder}/text.${language}.json has ${extra.join(', ')}, which English lacks`);
  }
  const composed = composedKeys(code);
  for (const key of new Set(english.map(base))) {
    if (composed.some((pattern) => pattern.test(key))) continue;
    if (!new RegExp(`['"\`]${key}['"\`]`).test(code)) problems.push(`${folder}/text.en.json: ${key} is used nowhere`);
  }
  return problems;
}

/** No file grows too long to read in one sitting. */
export function lengthProblems(file, text) {
  const limit = isTest(file) ? 800 : 500;
  const lines = text.split('\n').length - 1;
  return lines > limit ? [`${file} has ${lines} lines, more than ${limit}: split it by idea`] : [];
}

/** Lines of a text that are neither empty nor a comment. */
export function codeLines(text) {
  return text.split('\n').filter((line) => !/^\s*($|\/\/|\/\*|\*)/.test(line)).length;
}
