const SEPARATORS = [',', ';', '\t'] as const;

/** The separator of a file: the most frequent one of its first line. */
export function separatorOf(line: string): string {
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The trimmed cells of a line. A quoted cell may contain separators; two quotes in it stand for one. */
export function cellsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"' && isQuoted && line.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') {
      isQuoted = !isQuoted;
    } else if (character === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else {
      cell += character;
    }
  }
  cells.push(cell.trim());
  return cells;
}
