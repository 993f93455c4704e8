/** Id of the price pane. The id of another pane is that of its indicator or compared line. */
export const PRICE_PANE = 'price';

/** The user's arrangement of the panes below the prices. */
export interface PaneLayout {
  /** From top to bottom; panes that are not named follow in their usual order. */
  readonly order: readonly string[];
  /** Heights as shares of the picture; panes that are not named have their usual height. */
  readonly shares: Readonly<Record<string, number>>;
  /** The only pane in view; empty when all are. */
  readonly maximised: string;
}

export const USUAL_PANES: PaneLayout = { order: [], shares: {}, maximised: '' };

/** Position of a pane in the picture, in pixels. */
export interface PaneBox {
  readonly id: string;
  readonly top: number;
  readonly height: number;
}

const USUAL_SHARE = 0.18;
const USUAL_HEIGHT = { min: 48, max: 160 };
/** Minimum share of the picture for the price pane. */
const USUAL_PRICE_SHARE = 0.4;
/** Minimum height of the panes beside a divider, in pixels. */
const LEAST_HEIGHT = 32;
const LEAST_PRICES = 72;
/** Share of the price pane in a picture too small for that. */
const LEAST_PRICE_SHARE = 0.2;

/** Panes from top to bottom, the prices first. `ids`: of the panes below the prices, in their usual order. */
export function layPanes(total: number, ids: readonly string[], layout: PaneLayout): readonly PaneBox[] {
  const ordered = inOrder(ids, layout.order);
  const only = layout.maximised;
  if (only === PRICE_PANE || ordered.includes(only)) return [{ id: only, top: 0, height: total }];
  const heights = ordered.map((id) => wantedHeight(total, ids.length, layout.shares[id]));
  const wanted = heights.reduce((sum, height) => sum + height, 0);
  const fitted = Math.min(1, (total - leastPrices(total)) / Math.max(1, wanted));
  const panes = heights.map((height) => Math.max(1, Math.floor(height * fitted)));
  const prices = Math.max(1, total - panes.reduce((sum, height) => sum + height, 0));
  let top = prices;
  const below = ordered.map((id, index): PaneBox => {
    const height = panes[index] ?? 0;
    top += height;
    return { id, top: top - height, height };
  });
  return [{ id: PRICE_PANE, top: 0, height: prices }, ...below];
}

/** The shares after the divider above a pane moved by pixels, positive down. The pane above gains the height that this one loses. */
export function resizedShares(boxes: readonly PaneBox[], id: string, pixels: number): PaneLayout['shares'] {
  const at = boxes.findIndex((box) => box.id === id);
  const [above, below] = [boxes[at - 1], boxes[at]];
  const total = boxes.reduce((sum, { height }) => sum + height, 0);
  const shares = new Map(boxes.map((box) => [box.id, box.height / total]));
  if (above !== undefined && below !== undefined) {
    const least = above.id === PRICE_PANE ? leastPrices(total) : LEAST_HEIGHT;
    const most = Math.max(0, below.height - LEAST_HEIGHT);
    const by = Math.min(most, Math.max(Math.min(0, least - above.height), Math.round(pixels)));
    shares.set(above.id, (above.height + by) / total);
    shares.set(below.id, (below.height - by) / total);
  }
  // The price pane takes the remaining height.
  shares.delete(PRICE_PANE);
  return Object.fromEntries(shares);
}

/** The order after a pane is swapped with its neighbour; `undefined` without a neighbour on that side. */
export function movedOrder(boxes: readonly PaneBox[], id: string, by: -1 | 1): readonly string[] | undefined {
  const order = boxes.map((box) => box.id).filter((each) => each !== PRICE_PANE);
  const at = order.indexOf(id);
  const other = order[at + by];
  if (at < 0 || other === undefined) return undefined;
  return order.map((each) => (each === id ? other : each === other ? id : each));
}

/** Removes deleted panes, because their ids may be reused. */
export function withoutPanes(layout: PaneLayout, gone: ReadonlySet<string>): PaneLayout {
  const { order, shares, maximised } = layout;
  return {
    order: order.filter((id) => !gone.has(id)),
    shares: Object.fromEntries(Object.entries(shares).filter(([id]) => !gone.has(id))),
    maximised: gone.has(maximised) ? '' : maximised,
  };
}

function inOrder(ids: readonly string[], order: readonly string[]): readonly string[] {
  const named = order.filter((id) => ids.includes(id));
  return [...named, ...ids.filter((id) => !named.includes(id))];
}

function wantedHeight(total: number, count: number, share: number | undefined): number {
  if (share !== undefined) return Math.round(share * total);
  const usual = Math.min(USUAL_HEIGHT.max, Math.max(USUAL_HEIGHT.min, total * USUAL_SHARE));
  return Math.floor(Math.min(usual, (total * (1 - USUAL_PRICE_SHARE)) / count));
}

const leastPrices = (total: number): number => Math.min(LEAST_PRICES, total * LEAST_PRICE_SHARE);
