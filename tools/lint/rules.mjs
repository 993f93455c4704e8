// Lint rules that no published plugin has.

/** Division of bigints truncates towards zero in silence: it must name its rounding. */
export const namedRounding = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { division: 'Name the rounding: divFloor, divCeil, divNearest or divExact of packages/domain/src/values.' },
  },
  create(context) {
    const { esTreeNodeToTSNodeMap, program } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const check = (node) => {
      const type = checker.getBaseTypeOfLiteralType(checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node.left)));
      if (checker.typeToString(type) === 'bigint') context.report({ node, messageId: 'division' });
    };
    return {
      "BinaryExpression[operator='/']": check,
      "AssignmentExpression[operator='/=']": check,
    };
  },
};

/** Many arguments are an object without names. Functions that others call are stricter than a file's own helpers. */
export const fewParameters = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'object', properties: { exported: { type: 'integer' }, own: { type: 'integer' } }, additionalProperties: false }],
    messages: { many: '{{count}} parameters, more than {{most}}: take one object whose fields have names.' },
  },
  create(context) {
    const { exported, own } = context.options[0];
    const check = (node) => {
      // The caller determines a callback's parameters.
      if (node.parent.type === 'CallExpression' && node.parent.callee !== node) return;
      const declaration = node.parent.type === 'VariableDeclarator' ? node.parent.parent : node;
      const most = declaration.parent.type === 'ExportNamedDeclaration' ? exported : own;
      const count = node.params.length;
      if (count > most) context.report({ node, messageId: 'many', data: { count, most } });
    };
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
  },
};

const METHODS = new Set(['FunctionDeclaration', 'MethodDefinition']);

/** The named functions directly inside `node`; a factory's inner functions are its methods. */
function innerMethods(node, visitorKeys) {
  const found = [];
  const visit = (child) => {
    for (const key of visitorKeys[child.type] ?? []) {
      for (const next of [child[key]].flat()) {
        if (next === null || typeof next?.type !== 'string') continue;
        if (METHODS.has(next.type) || (next.type === 'Property' && next.method)) found.push(next);
        else visit(next);
      }
    }
  };
  visit(node.body);
  return found;
}

/** Lines of a function that are neither blank nor comment, without those of the named functions inside it. */
export const shortFunctions = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'object', properties: { max: { type: 'integer' } }, additionalProperties: false }],
    messages: { long: '{{count}} lines of its own, more than {{max}}: give its steps names.' },
  },
  create(context) {
    const { sourceCode } = context;
    const { max } = context.options[0];
    const commented = new Set();
    for (const comment of sourceCode.getAllComments()) {
      for (let line = comment.loc.start.line; line <= comment.loc.end.line; line += 1) {
        if (sourceCode.lines[line - 1].slice(0, line === comment.loc.start.line ? comment.loc.start.column : 0).trim() === '')
          commented.add(line);
      }
    }
    const check = (node) => {
      const skipped = new Set(commented);
      for (const { loc } of innerMethods(node, sourceCode.visitorKeys))
        for (let line = loc.start.line; line <= loc.end.line; line += 1) skipped.add(line);
      let count = 0;
      for (let line = node.loc.start.line; line <= node.loc.end.line; line += 1) {
        if (!skipped.has(line) && sourceCode.lines[line - 1].trim() !== '') count += 1;
      }
      if (count > max) context.report({ node, messageId: 'long', data: { count, max } });
    };
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
  },
};

export const plugin = {
  rules: {
    'named-rounding': namedRounding,
    'few-parameters': fewParameters,
    'short-functions': shortFunctions,
  },
};
