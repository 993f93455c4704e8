import type { ChartLine } from '../bridge/messages.ts';

export interface LineChanges {
  readonly added: readonly ChartLine[];
  readonly changed: readonly ChartLine[];
  readonly removed: readonly string[];
}

/** What to do so that the drawn lines become the latest ones (CHT-18). Of two lines with one id the later counts. */
export function diffLines(drawn: ReadonlyMap<string, ChartLine>, latest: readonly ChartLine[]): LineChanges {
  const wanted = new Map(latest.map((line) => [line.id, line]));
  const added: ChartLine[] = [];
  const changed: ChartLine[] = [];
  for (const line of wanted.values()) {
    const before = drawn.get(line.id);
    if (before === undefined) added.push(line);
    else if (!sameLine(before, line)) changed.push(line);
  }
  return { added, changed, removed: [...drawn.keys()].filter((id) => !wanted.has(id)) };
}

function sameLine(a: ChartLine, b: ChartLine): boolean {
  return (
    a.kind === b.kind &&
    a.price === b.price &&
    a.side === b.side &&
    a.place === b.place &&
    a.quantity === b.quantity &&
    a.text === b.text &&
    a.buttons.length === b.buttons.length &&
    a.buttons.every(({ id, label }, index) => {
      const other = b.buttons[index];
      return other !== undefined && id === other.id && label === other.label;
    })
  );
}
