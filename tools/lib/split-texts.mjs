// Texts that share an element with another child. A translator of the browser replaces such a text by an element of its own, and React
// goes on writing into the text it remembers: the page shows the old figure for ever. React writes the only text of an element again.
import ts from 'typescript';

const OPTIONS = {
  jsx: ts.JsxEmit.ReactJSX,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
};

/** Whether a value of this type is a text that may change; nodes and fixed words are not. */
function mayChange(type) {
  const parts = type.isUnion() ? type.types : [type];
  if (parts.some(({ flags }) => (flags & ts.TypeFlags.Object) !== 0)) return false;
  const texts = parts.filter(({ flags }) => (flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0);
  return texts.length > 1 || texts.some((part) => !part.isLiteral());
}

const isNothing = (child) =>
  (ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) || (ts.isJsxExpression(child) && child.expression === undefined);

/** Lines of changing texts that are one of several children. */
export function splitTexts(files) {
  const program = ts.createProgram(files, OPTIONS);
  const checker = program.getTypeChecker();
  const found = [];
  for (const file of files) {
    const source = program.getSourceFile(file);
    const visit = (node) => {
      ts.forEachChild(node, visit);
      if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return;
      const children = node.children.filter((child) => !isNothing(child));
      if (children.length < 2 && ts.isJsxElement(node)) return;
      for (const child of children) {
        if (!ts.isJsxExpression(child) || !mayChange(checker.getTypeAtLocation(child.expression))) continue;
        found.push(`${file}:${source.getLineAndCharacterOfPosition(child.getStart()).line + 1} ${child.getText()}`);
      }
    };
    visit(source);
  }
  return found;
}
