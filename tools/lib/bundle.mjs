// Weight of a page's first load: the scripts it names and everything these import statically.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';

/** Specifiers that a module loads before it runs; `import()` is left out. */
export function staticImports(code) {
  const source = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  return source.statements
    .filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
    .map((statement) => statement.moduleSpecifier?.text)
    .filter((specifier) => specifier !== undefined);
}

/** Scripts and module preloads that an HTML page names. */
export function pageScripts(html) {
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map((match) => match[1]);
  const preloads = [...html.matchAll(/<link\b[^>]*>/g)]
    .map((match) => match[0])
    .filter((link) => /rel="modulepreload"/.test(link))
    .map((link) => /href="([^"]+)"/.exec(link)[1]);
  return [...scripts, ...preloads];
}

/** Fonts that an HTML page preloads. */
export const pageFonts = (html) => [...html.matchAll(/<link\b[^>]*href="([^"]+\.woff2)"[^>]*>/g)].map((match) => match[1]);

/** Scripts and everything that they import statically: rows of { file, bytes } (gzipped), largest first. */
function loadOf(folder, scripts) {
  const sizes = new Map();
  const visit = (file) => {
    if (sizes.has(file)) return;
    const code = readFileSync(path.join(folder, file));
    sizes.set(file, gzipSync(code, { level: 9 }).length);
    for (const specifier of staticImports(code.toString('utf8'))) visit(path.posix.join(path.posix.dirname(file), specifier));
  };
  for (const script of scripts) visit(script.replace(/^\.?\//, ''));
  return [...sizes].map(([file, bytes]) => ({ file, bytes })).sort((a, b) => b.bytes - a.bytes);
}

/** The first load of `page` in `folder`. */
export const firstLoad = (folder, page) => loadOf(folder, pageScripts(readFileSync(path.join(folder, page), 'utf8')));

/** The load of a script called `name`, without the first load of `page`. */
export function loadAfter(folder, page, name) {
  const known = new Set(firstLoad(folder, page).map(({ file }) => file));
  const scripts = readdirSync(path.join(folder, 'assets')).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
  const starts = scripts.map((file) => `assets/${file}`);
  return loadOf(folder, starts).filter(({ file }) => !known.has(file));
}

/** The fonts that `page` preloads. They are packed already. */
export const firstFonts = (folder, page) =>
  pageFonts(readFileSync(path.join(folder, page), 'utf8')).map((file) => ({ file, bytes: statSync(path.join(folder, file)).size }));

/** Bytes of a file as the server sends it to a browser. */
const sentBytes = (folder, file) => {
  const packed = path.join(folder, `${file}.br`);
  return statSync(existsSync(packed) ? packed : path.join(folder, file)).size;
};

/** Styles that an HTML page names. */
const pageStyles = (html) => [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*href="\/([^"]+)"/g)].map((match) => match[1]);

/** Starts of the names of files in `assets` that a trading page loads without a press, beside those that its pages name. */
const ON_THEIR_OWN = ['second-load-', 'src-', 'market-worker-'];

/** Every file of the build that a trading page loads without a press, as it is sent. */
export function wholeLoad(folder) {
  const pages = ['index.html', 'chart.html'];
  const html = (page) => readFileSync(path.join(folder, page), 'utf8');
  const own = readdirSync(path.join(folder, 'assets'))
    .filter((file) => ON_THEIR_OWN.some((start) => file.startsWith(start)) && /\.(js|css)$/.test(file))
    .map((file) => `assets/${file}`);
  const scripts = [
    ...pages.flatMap((page) => firstLoad(folder, page)),
    ...loadOf(
      folder,
      own.filter((file) => file.endsWith('.js')),
    ),
  ];
  const files = new Set([
    ...pages,
    ...scripts.map(({ file }) => file),
    ...own,
    ...pages.flatMap((page) => pageStyles(html(page))),
    ...firstFonts(folder, 'index.html').map(({ file }) => file.replace(/^\//, '')),
    'chart-locales/en.json',
  ]);
  return [...files].map((file) => ({ file, bytes: sentBytes(folder, file) })).sort((a, b) => b.bytes - a.bytes);
}
