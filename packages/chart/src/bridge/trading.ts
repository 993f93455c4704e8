/** Kinds of trade lines. What rests is solid, what triggers is dashed, what only informs or is not sent yet is dotted. */
export const LINE_KINDS = [
  'position',
  'order',
  'conditional',
  'takeProfit',
  'stopLoss',
  'trailing',
  'liquidation',
  'breakeven',
  'preOrder',
  /** The frame's own: the page sends none. */
  'alert',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export const TONES_OF_TEXT = ['plain', 'up', 'down'] as const;
export type TextTone = (typeof TONES_OF_TEXT)[number];

/** What dragging a line does: it moves the order, or sets an exit of the position, which stays where it is. */
export const LINE_DRAGS = ['none', 'move', 'exit'] as const;
export type LineDrag = (typeof LINE_DRAGS)[number];

/** What the page offers to do from the chart; the frame shows no control for the rest. */
export const TRADE_TOOLS = ['order', 'bracket'] as const;
export type TradeTool = (typeof TRADE_TOOLS)[number];

/** An order that somebody wants at a price: it is filled in, never sent. */
export interface WantedOrder {
  readonly side: 'Buy' | 'Sell';
  readonly type: 'limit' | 'stop';
  readonly price: number;
}

export const RISK_UNITS = ['percent', 'amount'] as const;

/** A trade that is planned on the chart: entry, stop and target, and what it may lose. */
export interface PlannedBracket {
  readonly side: 'Buy' | 'Sell';
  readonly entry: number;
  readonly stop: number;
  readonly target: number;
  /** As it was typed: percent of the equity, or an amount. */
  readonly risk: { readonly unit: (typeof RISK_UNITS)[number]; readonly value: string };
}

/** What a planned trade comes to, in words beside each of its prices. */
export interface BracketEstimate {
  readonly target: string;
  readonly entry: string;
  readonly stop: string;
  /** What it earns for each unit that it risks. */
  readonly ratio: string;
  /** What keeps it smaller than its risk allows. */
  readonly note: string;
  /** Why it would be refused; '' when nothing is known to be wrong. */
  readonly problem: string;
}

/** A horizontal trade line. `side` picks its colour: long #00944F, short #CC3939 (specification, section 9). */
export interface ChartLine {
  readonly id: string;
  readonly kind: LineKind;
  readonly price: number;
  readonly side: 'Buy' | 'Sell';
  /** First word of the label: Buy, Long, TP. */
  readonly name: string;
  /** As it is shown; '' for a line without one. */
  readonly quantity: string;
  /** The rest of the label, each part in a field of its own; a narrow label keeps the first. */
  readonly details: readonly { readonly text: string; readonly tone: TextTone }[];
  /** Buttons at the line's end; a click comes back as `lineButton`. */
  readonly buttons: readonly { readonly id: string; readonly label: string }[];
  readonly drag: LineDrag;
}

/** What a dragged line would come to at a price. */
export interface DragEstimate {
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly value: string; readonly tone: TextTone }[];
  /** Why it would be refused; '' when nothing is known to be wrong. */
  readonly problem: string;
}

/** A line as it is read out. */
export function spokenLine({ name, quantity, details }: ChartLine): string {
  return [name, quantity, ...details.map(({ text }) => text)].filter((part) => part !== '').join(' ');
}
