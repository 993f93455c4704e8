// Lint rules that need types and that no published plugin has.

/** Type information of a file: the checker and the type of a node. */
function typesOf(context) {
  const { esTreeNodeToTSNodeMap, program } = context.sourceCode.parserServices;
  const checker = program.getTypeChecker();
  const typeOf = (node) => checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node));
  const nameOf = (type) => checker.typeToString(checker.getBaseTypeOfLiteralType(type));
  return { typeOf, nameOf };
}

/** Division of bigints truncates towards zero in silence: it must name its rounding. */
export const namedRounding = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { division: 'Name the rounding: divFloor, divCeil, divNearest or divExact of packages/domain/src/values.' },
  },
  create(context) {
    const { typeOf, nameOf } = typesOf(context);
    const check = (node) => {
      if (nameOf(typeOf(node.left)) === 'bigint') context.report({ node, messageId: 'division' });
    };
    return {
      "BinaryExpression[operator='/']": check,
      "AssignmentExpression[operator='/=']": check,
    };
  },
};

/** `-price` compiles, and is wrongly typed number: opaque values are negated by name. */
export const namedNegation = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { negation: 'An opaque value loses its type under unary minus: use the negate function of packages/domain/src/values.' },
  },
  create(context) {
    const { typeOf } = typesOf(context);
    return {
      "UnaryExpression[operator='-']": (node) => {
        const type = typeOf(node.argument);
        if (type.symbol?.name === 'Opaque' || type.aliasSymbol?.name === 'Opaque') context.report({ node, messageId: 'negation' });
      },
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
      const declaration = node.parent.type === 'VariableDeclarator' ? node.parent.parent : node;
      const most = declaration.parent.type === 'ExportNamedDeclaration' ? exported : own;
      const count = node.params.length;
      if (count > most) context.report({ node, messageId: 'many', data: { count, most } });
    };
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
  },
};

export const plugin = { rules: { 'named-rounding': namedRounding, 'named-negation': namedNegation, 'few-parameters': fewParameters } };
