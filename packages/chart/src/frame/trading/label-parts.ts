import type { ChartLine } from '../../bridge/messages.ts';
import type { TextTone } from '../../bridge/trading.ts';

/** A field of a label. */
export interface LabelPart {
  readonly text: string;
  readonly look: 'name' | 'figure' | 'word' | 'button';
  readonly tone: TextTone;
  readonly buttonId?: string;
}

const part = (text: string, look: LabelPart['look'], tone: TextTone = 'plain'): LabelPart => ({ text, look, tone });

function nameParts({ kind, name, quantity }: ChartLine): LabelPart[] {
  // The first field of a position is a filled word.
  if (kind === 'position') return [part(`${name} ${quantity}`, 'name')];
  return [part(name, 'name'), ...(quantity === '' ? [] : [part(quantity, 'figure')])];
}

const detailParts = ({ details }: ChartLine): LabelPart[] =>
  details.map(({ text, tone }) => part(text, tone === 'plain' ? 'word' : 'figure', tone));

/** The main value of a line: the P&L of a position or exit, the quantity of an order. */
function shortParts(line: ChartLine): LabelPart[] {
  const [first] = detailParts(line);
  if (line.kind === 'takeProfit' || line.kind === 'stopLoss')
    return [part(line.name, 'name'), ...(first === undefined ? [part(line.quantity, 'figure')] : [first])];
  return [...nameParts(line), ...(line.kind === 'position' && first !== undefined ? [first] : [])];
}

/** Forms of a label, from all fields down to its name. */
export function labelForms(line: ChartLine): readonly [LabelPart[], ...LabelPart[][]] {
  const buttons = line.buttons.map(({ id, label }) => ({ ...part(label, 'button'), buttonId: id }));
  return [[...nameParts(line), ...detailParts(line), ...buttons], shortParts(line), nameParts(line).slice(0, 1)];
}

/** Narrower than this, labels have no buttons: a press opens them as a menu. */
const NARROW = 480;
/** Maximum width of a label, and of the space beside the newest bar, as a share of the picture. */
const SHARES = { wide: { label: 0.42, beside: 0.42 }, narrow: { label: 0.6, beside: 0.2 } };

export const isNarrow = (width: number): boolean => width < NARROW;

/** The longest form that fits. */
export function fittingForm(line: ChartLine, width: number, measure: (parts: readonly LabelPart[]) => number): readonly LabelPart[] {
  const [full, ...shorter] = labelForms(line);
  const forms = isNarrow(width) ? shorter : [full, ...shorter];
  const most = width * SHARES[isNarrow(width) ? 'narrow' : 'wide'].label;
  return forms.find((parts) => measure(parts) <= most) ?? forms.at(-1) ?? full;
}

/** Pixels kept free beside the newest bar for labels of which the widest needs `column`. */
export function roomBeside(width: number, column: number): number {
  return Math.min(width * SHARES[isNarrow(width) ? 'narrow' : 'wide'].beside, column);
}
