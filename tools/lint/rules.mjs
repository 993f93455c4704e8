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

export const plugin = { rules: { 'named-rounding': namedRounding, 'named-negation': namedNegation } };
