// Exports that no production code uses. A rule with a test and without a caller looks kept and is not: the product does something else.
import path from 'node:path/posix';
import ts from 'typescript';

/** Code that ships: no tests, no tools for tests, and not the naive exchange that tests compare with. */
export const isProduction = (file) =>
  /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file) && !/\/(testing|reference)\//.test(file);

const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Names that a pattern or a plain name binds. */
const bound = (name) =>
  ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : bound(element.name)));

function declaredNames(statement) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => bound(name));
  return statement.name === undefined ? [] : [statement.name.text];
}

/** Every identifier outside import and export clauses, but for a declaration's own name: a function that only calls itself is not called. */
function usesOf(source) {
  const uses = new Set();
  const visit = (node, owners) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
    if (ts.isIdentifier(node) && (!owners.includes(node.text) || isMember)) uses.add(node.text);
    ts.forEachChild(node, (child) => visit(child, owners));
  };
  for (const statement of source.statements) visit(statement, declaredNames(statement));
  return uses;
}

/** Names that an import statement takes from its source file; `*` for all of them. */
function takenBy({ importClause, moduleSpecifier }) {
  if (importClause === undefined) return [];
  const { name, namedBindings } = importClause;
  const names = name === undefined ? [] : ['default'];
  if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings)) names.push('*');
  if (namedBindings !== undefined && ts.isNamedImports(namedBindings))
    names.push(...namedBindings.elements.map((element) => (element.propertyName ?? element.name).text));
  return names.map((each) => ({ name: each, from: moduleSpecifier.text }));
}

/** Files that are imported on demand, or for a type alone. */
function takenWhole(source) {
  const taken = [];
  const visit = (node) => {
    const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const isType = ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument);
    const argument = isCall ? node.arguments[0] : isType ? node.argument.literal : undefined;
    if (argument !== undefined && ts.isStringLiteralLike(argument)) taken.push({ name: '*', from: argument.text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return taken;
}

/** Names of an export clause, each with the name it has where it comes from. */
const listed = ({ exportClause }) =>
  exportClause !== undefined && ts.isNamedExports(exportClause)
    ? exportClause.elements.map(({ name, propertyName }) => ({ name: name.text, original: (propertyName ?? name).text }))
    : [];

/** A file's exports, re-exports, imports, and the names it uses itself. */
function read(file, text) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const exported = new Map();
  const handedOn = [];
  const taken = takenWhole(source);
  for (const node of source.statements) {
    if (ts.isImportDeclaration(node)) taken.push(...takenBy(node));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
      handedOn.push(...listed(node).map((each) => ({ ...each, from: node.moduleSpecifier.text })));
    else if (ts.isExportDeclaration(node)) for (const { name, original } of listed(node)) exported.set(name, original);
    else if (isExported(node)) for (const name of declaredNames(node)) exported.set(name, name);
  }
  return { exported, handedOn, taken, uses: usesOf(source) };
}

/** The names taken from each file, including those taken through re-exports. */
function takenNames(modules, resolve) {
  const taken = new Map([...modules.keys()].map((file) => [file, new Set()]));
  const take = (file, name) => {
    if (taken.get(file)?.has(name) !== false) return;
    taken.get(file).add(name);
    for (const { name: given, original, from } of modules.get(file).handedOn) if (given === name) take(resolve(file, from), original);
  };
  for (const [file, module] of modules) {
    for (const { name, from } of module.taken) {
      // For a whole module (`*`), takes every name that the file mentions.
      for (const each of name === '*' ? module.uses : [name]) take(resolve(file, from), each);
    }
  }
  return taken;
}

/**
 * One line for each export that only tests use: production code neither imports it, be it through an index, nor uses it in its own file.
 * And one for each name that a file hands on in vain: neither production code nor a test takes it from there.
 * @param files path -> text of all code
 * @param packages specifier of another workspace ('@tapedeck/domain') -> its entry file
 */
export function deadExportProblems(files, packages) {
  const resolve = (file, from) => (from.startsWith('.') ? path.join(path.dirname(file), from.replace(/\?.*$/, '')) : packages.get(from));
  const all = new Map([...files].map(([file, text]) => [file, read(file, text)]));
  const production = new Map([...all].filter(([file]) => isProduction(file)));
  const taken = takenNames(production, resolve);
  const takenByAll = takenNames(all, resolve);
  const problems = [];
  for (const [file, { exported, handedOn, uses }] of production) {
    for (const [name, original] of exported) {
      if (!taken.get(file).has(name) && !uses.has(original)) problems.push(`${file} exports ${name}, which no production code uses`);
    }
    for (const { name } of handedOn) if (!takenByAll.get(file).has(name)) problems.push(`${file} hands on ${name}, which nothing takes`);
  }
  return problems;
}
