/** Kinds of trade lines. Resting orders are solid, triggers dashed, information and unsent orders dotted. */
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
  /** Internal to the frame: the page sends none. */
  'alert',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export const TONES_OF_TEXT = ['plain', 'up', 'down'] as const;
export type TextTone = (typeof TONES_OF_TEXT)[number];

/** Effect of dragging a line: `move` moves the order, `exit` sets an exit of the position, whose line stays in place. */
export const LINE_DRAGS = ['none', 'move', 'exit'] as const;
export type LineDrag = (typeof LINE_DRAGS)[number];

/** Trading tools that the page offers on the chart; the frame shows no controls for the others. */
export const TRADE_TOOLS = ['order', 'bracket'] as const;
export type TradeTool = (typeof TRADE_TOOLS)[number];

/** An order at a requested price: it is filled in, never sent. */
export interface WantedOrder {
  readonly side: 'Buy' | 'Sell';
  readonly type: 'limit' | 'stop';
  readonly price: number;
}

export const RISK_UNITS = ['percent', 'amount'] as const;

/** A trade plan on the chart: entry, stop and target, and its risk. */
export interface PlannedBracket {
  readonly side: 'Buy' | 'Sell';
  readonly entry: number;
  readonly stop: number;
  readonly target: number;
  /** As typed: percent of the equity, or an amount. */
  readonly risk: { readonly unit: (typeof RISK_UNITS)[number]; readonly value: string };
}

/** Estimated result of a planned trade, as display text beside each of its prices. */
export interface BracketEstimate {
  readonly target: string;
  readonly entry: string;
  readonly stop: string;
  /** Profit per unit of risk. */
  readonly ratio: string;
  /** Reason why the quantity is below the size that the risk allows. */
  readonly note: string;
  /** Why it would be refused; '' if no reason is known. */
  readonly problem: string;
}

/** A horizontal trade line. `side` determines its colour: long #00944F, short #CC3939 (CHT-19). */
export interface ChartLine {
  readonly id: string;
  readonly kind: LineKind;
  readonly price: number;
  readonly side: 'Buy' | 'Sell';
  /** First word of the label: Buy, Long, TP. */
  readonly name: string;
  /** As displayed; '' for a line without one. */
  readonly quantity: string;
  /** The rest of the label, one field per part; a narrow label keeps the first. */
  readonly details: readonly { readonly text: string; readonly tone: TextTone }[];
  /** Buttons at the line's end; a click comes back as `lineButton`. */
  readonly buttons: readonly { readonly id: string; readonly label: string }[];
  readonly drag: LineDrag;
}

/** Estimated result of moving a dragged line to a price. */
export interface DragEstimate {
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly value: string; readonly tone: TextTone }[];
  /** Why it would be refused; '' if no reason is known. */
  readonly problem: string;
}

/** A line for screen readers. */
export function spokenLine({ name, quantity, details }: ChartLine): string {
  return [name, quantity, ...details.map(({ text }) => text)].filter((part) => part !== '').join(' ');
}
