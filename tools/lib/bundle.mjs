// What a browser loads at first for a built page: the scripts it names and everything these import statically.
import { readFileSync } from 'node:fs';
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

/** The first load of `page` in `folder`: rows of { file, bytes } (gzipped), largest first. */
export function firstLoad(folder, page) {
  const sizes = new Map();
  const visit = (file) => {
    if (sizes.has(file)) return;
    const code = readFileSync(path.join(folder, file));
    sizes.set(file, gzipSync(code, { level: 9 }).length);
    for (const specifier of staticImports(code.toString('utf8'))) visit(path.posix.join(path.posix.dirname(file), specifier));
  };
  for (const script of pageScripts(readFileSync(path.join(folder, page), 'utf8'))) visit(script.replace(/^\.?\//, ''));
  return [...sizes].map(([file, bytes]) => ({ file, bytes })).sort((a, b) => b.bytes - a.bytes);
}
