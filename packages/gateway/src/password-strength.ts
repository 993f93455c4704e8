const DIFFERENT_MIN = 6;
/** Words that guessers try first, in passphrases and as passphrases. */
const COMMON = ['password', 'passphrase', 'passwort', 'qwerty', 'letmein', 'welcome', 'admin', 'changeme', 'secret', 'tapedeck', 'trustno'];
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Minimum number of characters left after removing common words and runs of neighbouring keys. */
const OWN_MIN = 6;
const RUN_MIN = 3;

const plainOf = (text: string): string =>
  text.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'i').replaceAll('3', 'e').replaceAll('@', 'a').replaceAll('$', 's');

/** Whether `next` follows `before` on the keyboard, in the alphabet or in counting, in either direction, or repeats it. */
function follows(before: string, next: string): boolean {
  if (before === next) return true;
  return ROWS.some((row) => row.includes(before + next) || row.includes(next + before));
}

/** Characters that are part of a run such as `aaa`, `12345` or `qwert`. */
function inRuns(text: string): number {
  let count = 0;
  for (let start = 0; start < text.length;) {
    let end = start + 1;
    while (end < text.length && follows(text[end - 1] ?? '', text[end] ?? '')) end += 1;
    if (end - start >= RUN_MIN) count += end - start;
    start = end;
  }
  return count;
}

/** The shortest text whose repetition forms the whole one. */
function period(text: string): number {
  return `${text}${text}`.indexOf(text, 1);
}

/** Weakness of a password or passphrase of sufficient length, as the end of a sentence; `undefined` for a strong one. */
export function weaknessOf(password: string): string | undefined {
  const lower = password.toLowerCase();
  if (new Set(lower).size < DIFFERENT_MIN) return `it has fewer than ${DIFFERENT_MIN} different characters`;
  if (period(lower) < lower.length) return 'it repeats itself';
  if (lower.length - inRuns(lower) < OWN_MIN) return 'it consists of adjacent keys or digits';
  const left = COMMON.reduce((text, word) => text.replaceAll(word, ''), plainOf(lower));
  if (left.length < OWN_MIN) return 'it consists of common passwords';
  return undefined;
}
