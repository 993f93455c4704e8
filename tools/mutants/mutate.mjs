// Mutants of a TypeScript source: small faults, all of them in one text, each behind a switch that chooses it while tests run.
import ts from 'typescript';

const SWAPS = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '|=': ['&='],
  '&=': ['|='],
};
const EQUALITY = new Set(['===', '!==']);
const WORDS = { up: 'down', down: 'up', nearest: 'down', Buy: 'Sell', Sell: 'Buy' };

const runtime = (name, ...parts) => `__mutants.${name}(${parts.join(', ')})`;
const product = (...parts) => parts.map((part) => `(${part})`).join(' * ');
const SCALE = '100_000_000n';
/** Named functions and their replacements: the other rounding, the other extreme, the other sign. */
const CALLS = {
  divFloor: (a, b) => runtime('ceil', a, b),
  divCeil: (a, b) => runtime('floor', a, b),
  divNearest: (a, b) => runtime('floor', a, b),
  timesRateCeil: (value, rate) => runtime('floor', product(value, rate), SCALE),
  productDivCeil: (value, factor, divisor) => runtime('floor', product(value, factor), divisor),
  productTimesRateDivCeil: (value, factor, rate, divisor) => runtime('floor', product(value, factor, rate), product(divisor, SCALE)),
  addMoney: (a, b) => `(${a}) - (${b})`,
  subtractMoney: (a, b) => `(${a}) + (${b})`,
  negateMoney: (a) => a,
  minMoney: (a, b) => runtime('larger', a, b),
  maxMoney: (a, b) => runtime('smaller', a, b),
  'Math.min': (...all) => `Math.max(${all.join(', ')})`,
  'Math.max': (...all) => `Math.min(${all.join(', ')})`,
  'Math.floor': (a) => `Math.ceil(${a})`,
  'Math.ceil': (a) => `Math.floor(${a})`,
};
const METHODS = { some: 'every', every: 'some' };
const LEFT_OUT = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed']);
/** A broken invariant throws, and nothing that a test can do breaks one. */
const NEVER_FAILS = new Set(['invariant', 'unreachable', 'assertNever']);
/** The argument is a list of names; expressions beside them are not read. */
const NAMES_ALONE = 'choicesOf';

const isLoop = (node) => ts.isWhileStatement(node) || ts.isDoStatement(node) || ts.isForStatement(node);
/** The repeated part of a loop. */
const isRound = (node) => isLoop(node.parent) && node.parent.statement === node;
const isCondition = (node) => {
  const { parent } = node;
  if (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) return parent.condition === node;
  return (ts.isIfStatement(parent) || isLoop(parent)) && parent.expression === node;
};
const isStatic = (node) => {
  for (let at = node.parent; at !== undefined; at = at.parent) if (ts.isFunctionLike(at) || ts.isPropertyDeclaration(at)) return false;
  return true;
};
const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
const isAssignment = (node) =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
  node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;

/** Literals that are names or types rather than values. */
function isName(node) {
  const { parent } = node;
  if (ts.isLiteralTypeNode(parent) || ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  return (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) || ts.isMethodDeclaration(parent)) && parent.name === node;
}

function otherNumber(text, suffix) {
  const value = BigInt(text.replaceAll('_', '').replace(/n$/, ''));
  return `${value === 0n ? 1n : value === 1n ? 0n : value + 1n}${suffix}`;
}

function ofBinary(node, textOf) {
  if (!ts.isBinaryExpression(node)) return [];
  const [left, operator, right] = [textOf(node.left), node.operatorToken.getText(), textOf(node.right)];
  if (operator === '&&' || operator === '||') return [left, right];
  if (operator === '??') return [right];
  if (operator === '+' && (isText(node.left) || isText(node.right))) return [];
  return (SWAPS[operator] ?? []).map((other) => `${left} ${other} ${right}`);
}

function ofUnary(node, textOf) {
  if (ts.isPostfixUnaryExpression(node)) return [`${textOf(node.operand)}${node.operator === ts.SyntaxKind.PlusPlusToken ? '--' : '++'}`];
  if (!ts.isPrefixUnaryExpression(node)) return [];
  const operand = textOf(node.operand);
  switch (node.operator) {
    case ts.SyntaxKind.ExclamationToken:
      return isCondition(node) ? [] : [operand];
    case ts.SyntaxKind.MinusToken:
      return [operand];
    case ts.SyntaxKind.PlusPlusToken:
      return [`--${operand}`];
    case ts.SyntaxKind.MinusMinusToken:
      return [`++${operand}`];
    default:
      return [];
  }
}

function ofCall(node, textOf) {
  if (!ts.isCallExpression(node) || ts.isOptionalChain(node)) return [];
  const callee = textOf(node.expression);
  const given = node.arguments.map(textOf);
  const isSpread = node.arguments.some((part) => ts.isSpreadElement(part));
  const found = Object.hasOwn(CALLS, callee) && !isSpread ? [CALLS[callee](...given)] : [];
  if (!ts.isPropertyAccessExpression(node.expression)) return found;
  const [object, method] = [textOf(node.expression.expression), node.expression.name.text];
  if (Object.hasOwn(METHODS, method)) found.push(`${object}.${METHODS[method]}(${given.join(', ')})`);
  if (LEFT_OUT.has(method)) found.push(object);
  return found;
}

function ofLiteral(node) {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true'];
  if (ts.isBigIntLiteral(node)) return [otherNumber(node.text, 'n')];
  if (ts.isNumericLiteral(node) && /^[\d_]+$/.test(node.getText())) return [otherNumber(node.getText(), '')];
  if (!ts.isStringLiteral(node) || !Object.hasOwn(WORDS, node.text)) return [];
  const isCompared = ts.isBinaryExpression(node.parent) && EQUALITY.has(node.parent.operatorToken.getText());
  return isCompared ? [] : [`'${WORDS[node.text]}'`];
}

function ofCondition(node) {
  // The rule for literals covers a literal `true`.
  if (!isCondition(node) || node.kind === ts.SyntaxKind.TrueKeyword) return [];
  return isLoop(node.parent) ? ['false'] : ['true', 'false'];
}

/** Texts that may stand in the place of an expression. */
const alternatives = (node, textOf) => [ofBinary, ofUnary, ofCall, ofLiteral, ofCondition].flatMap((found) => found(node, textOf));

/** A statement with an effect: a test must notice when it is skipped. */
function isEffect(node) {
  if (!ts.isExpressionStatement(node)) return false;
  const { expression } = node;
  if (ts.isCallExpression(expression)) return expression.expression.kind !== ts.SyntaxKind.SuperKeyword;
  return isAssignment(expression) || ts.isPostfixUnaryExpression(expression);
}

const isSparedCall = (node) =>
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  (NEVER_FAILS.has(node.expression.text) || node.expression.text === NAMES_ALONE);
const isSpared = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isThrowStatement(node) ||
  isSparedCall(node) ||
  (ts.isExpressionStatement(node) && isSpared(node.expression));

/** The name of the function that a node stands in. */
function placeOf(node) {
  const names = [];
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const named = ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at) || ts.isAccessor(at) || ts.isClassDeclaration(at);
    const held = ts.isVariableDeclaration(at) && ts.isIdentifier(at.name) && names.length === 0;
    if (named || held) names.unshift(at.name?.getText() ?? '');
    if (ts.isConstructorDeclaration(at)) names.unshift('constructor');
  }
  return names.join('.');
}

const oneLine = (text) => text.replace(/\s+/g, ' ').slice(0, 160);
const AS_RUNTIME = { floor: 'rounded down', ceil: 'rounded up', larger: 'the larger', smaller: 'the smaller' };
const worded = (text) => AS_RUNTIME[/^__mutants\.(\w+)/.exec(text)?.[1]] ?? oneLine(text);

/**
 * All mutants of a file, and its text with each mutant behind `__mutants.is(number)`, or only those in `chosen`: fewer switches make faster
 * tests. Numbers begin at `first`. Loops count their rounds, so that an endless loop is noticed without a switch in it. `key` is stable
 * while the function is unchanged: place, original, replacement, and an index among equal ones.
 */
export function mutate(file, text, first = 0, chosen = undefined) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const textOf = (node) => text.slice(node.getStart(source), node.end);
  const mutants = [];
  const seen = new Map();

  const note = (node, from, to) => {
    const words = `${placeOf(node)}: ${oneLine(from)} → ${worded(to)}`;
    const count = (seen.get(words) ?? 0) + 1;
    seen.set(words, count);
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    const number = first + mutants.length;
    mutants.push({ number, file, line: line + 1, key: count === 1 ? words : `${words} (${count})`, outside: isStatic(node) });
    return number;
  };
  const isChosen = (number) => chosen === undefined || chosen.has(number);

  const emit = (node) => (isRound(node) ? `{ __mutants.step(); ${switched(node)} }` : switched(node));

  function switched(node) {
    if (isSpared(node)) return textOf(node);
    if (isEffect(node)) {
      const number = note(node, textOf(node), 'nothing');
      // In braces of its own: an `else` behind it belongs to another `if`.
      return isChosen(number) ? `{ if (!__mutants.is(${number})) { ${inside(node)} } }` : inside(node);
    }
    if (!ts.isExpression(node) || isName(node)) return inside(node);
    const found = [...new Set(alternatives(node, textOf))];
    const numbered = found.map((to) => ({ to, number: note(node, textOf(node), to) }));
    const switches = numbered.filter(({ number }) => isChosen(number)).map(({ to, number }) => `__mutants.is(${number}) ? (${to}) : `);
    return switches.length === 0 ? inside(node) : `(${switches.join('')}(${inside(node)}))`;
  }

  function inside(node) {
    let out = '';
    let at = node.getStart(source);
    ts.forEachChild(node, (child) => {
      const start = child.getStart(source);
      if (start < at) return;
      out += text.slice(at, start) + emit(child);
      at = child.end;
    });
    return out + text.slice(at, node.end);
  }

  const code = inside(source);
  return { mutants, code: `const __mutants = globalThis.__mutants;\n${code}` };
}
