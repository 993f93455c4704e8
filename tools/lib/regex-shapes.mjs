// Regular expressions whose time may grow faster than their text: found by their shape, never by a clock.
import ts from 'typescript';

const UNBOUNDED = Number.POSITIVE_INFINITY;
/** Every character of ASCII and a few beyond: two parts overlap when one of these fits both. */
const SAMPLES = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', 'ж', '中', ' '];

/** Every regular expression literal of a source text, with its line. */
export function regexesOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found = [];
  const walk = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ line: line + 1, pattern: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

/** The end of one atom that begins at `at`: a class, an escape, a group or a character. */
function atomEnd(pattern, at) {
  const first = pattern[at];
  if (first === '\\') {
    const rest = /^\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<\w+>|[\s\S])/.exec(pattern.slice(at));
    return at + (rest?.[0].length ?? 1);
  }
  if (first === '[') {
    let end = at + 1;
    while (end < pattern.length && pattern[end] !== ']') end += pattern[end] === '\\' ? 2 : 1;
    return end + 1;
  }
  if (first !== '(') return at + 1;
  let end = at + 1;
  while (end < pattern.length && pattern[end] !== ')') end = atomEnd(pattern, end);
  return end + 1;
}

function quantifierAt(pattern, at) {
  const text = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(at))?.[0] ?? '';
  const [, low, comma, high] = /^\{(\d+)(,?)(\d*)\}/.exec(text) ?? [];
  if (low !== undefined) return { text, min: Number(low), max: high !== '' ? Number(high) : comma === '' ? Number(low) : UNBOUNDED };
  if (text === '') return { text, min: 1, max: 1 };
  return { text, min: text[0] === '+' ? 1 : 0, max: text[0] === '?' ? 1 : UNBOUNDED };
}

/** Alternatives, each a list of parts: what is matched, how often, and what is in it when it is a group. */
function parse(pattern) {
  const alternatives = [[]];
  for (let at = 0; at < pattern.length;) {
    if (pattern[at] === '|') {
      alternatives.push([]);
      at += 1;
      continue;
    }
    const end = atomEnd(pattern, at);
    const atom = pattern.slice(at, end);
    const quantifier = quantifierAt(pattern, end);
    const inner = atom.startsWith('(') ? atom.slice(1, -1).replace(/^\?(?:[:=!]|<[=!]|<\w+>)/, '') : undefined;
    alternatives.at(-1).push({ atom, ...quantifier, inside: inner === undefined ? undefined : parse(inner) });
    at = end + quantifier.text.length;
  }
  return alternatives;
}

const isLook = ({ atom }) => /^\(\?<?[=!]/.test(atom);
const isEdge = ({ atom }) => ['^', '$', '\\b', '\\B'].includes(atom) || isLook({ atom });
const grows = (part) => part.max === UNBOUNDED || (part.inside ?? []).some((list) => list.some(grows));
const mayBeNothing = (part) =>
  isEdge(part) || part.min === 0 || (part.inside ?? []).some((list) => list.length > 0 && list.every(mayBeNothing));

/** Characters that a part can begin, go on or end with: all that are anywhere in it. */
function characters(part, flags) {
  if (isEdge(part)) return new Set();
  if (part.inside !== undefined) return new Set(part.inside.flatMap((list) => list.flatMap((inner) => [...characters(inner, flags)])));
  const one = new RegExp(`^${part.atom}$`, flags.replace(/[gy]/g, ''));
  return new Set(SAMPLES.filter((sample) => one.test(sample)));
}
const overlap = (a, b) => [...a].some((sample) => b.has(sample));

/** What begins each alternative; two that begin alike can be read in several ways. */
const firsts = (list, flags) => {
  const found = new Set();
  for (const part of list) {
    const own =
      part.inside === undefined || isLook(part) ? [...characters(part, flags)] : part.inside.flatMap((inner) => [...firsts(inner, flags)]);
    for (const sample of own) found.add(sample);
    if (!mayBeNothing(part)) break;
  }
  return found;
};

/** What the end of a part, or of a list of them, can still grow by. */
function tail(part, flags) {
  if (part.inside === undefined) return part.max === UNBOUNDED ? characters(part, flags) : new Set();
  return new Set(part.inside.flatMap((list) => [...tailOf(list, flags)]));
}
function tailOf(list, flags) {
  const found = new Set();
  for (const part of list.toReversed()) {
    for (const sample of tail(part, flags)) found.add(sample);
    if (!mayBeNothing(part)) break;
  }
  return found;
}

/** A repeated group is read in one way only when what grows in it is closed off by something else. */
function groupProblems({ atom, max, inside }, flags) {
  if (max !== UNBOUNDED || inside === undefined) return [];
  const problems = inside.some((list) => overlap(tailOf(list, flags), firsts(list, flags))) ? [`repeats what repeats: ${atom}`] : [];
  const begins = inside.map((list) => firsts(list, flags));
  const alike = begins.some((one, i) => begins.slice(i + 1).some((other) => overlap(one, other)));
  return alike ? [...problems, `repeats alternatives that begin alike: ${atom}`] : problems;
}

/** Of two neighbours that grow by the same characters nobody knows where one ends. */
function neighbourProblems(part, following, flags) {
  const problems = [];
  const grown = tail(part, flags);
  for (const next of following) {
    if (grows(next) && overlap(grown, firsts([next], flags))) problems.push(`two parts that grow take the same: ${part.atom} ${next.atom}`);
    if (!mayBeNothing(next) && !overlap(grown, characters(next, flags))) break;
  }
  return problems;
}

function listProblems(list, flags) {
  return list.flatMap((part, at) => [
    ...(part.inside ?? []).flatMap((inner) => listProblems(inner, flags)),
    ...groupProblems(part, flags),
    ...(grows(part) ? neighbourProblems(part, list.slice(at + 1), flags) : []),
  ]);
}

/** Without an anchor the search begins at every place: what grows from there must not fail later. */
function searchProblems(list) {
  const [first, ...rest] = list.filter((part) => !isLook(part) && part.atom !== '\\b');
  if (first === undefined || first.atom === '^' || !grows(first)) return [];
  return (rest.length > 0 && !rest.every(mayBeNothing)) || rest.some(({ atom }) => atom === '$')
    ? [`grows from every place of the text: ${first.atom}`]
    : [];
}

/** Why a regular expression may be slow; none for one that reads every text in one pass. */
export function regexProblems({ pattern, flags }) {
  return parse(pattern).flatMap((list) => [...listProblems(list, flags), ...searchProblems(list)]);
}
