import type { PaneLayout } from './document/panes.ts';
import { PRICE_PANE, movedOrder, resizedShares } from './document/panes.ts';
import type { DocumentHistory } from './document/history.ts';
import type { PanePort } from './engine/chart-engine.ts';

export interface PaneControllerParts {
  readonly history: Pick<DocumentHistory, 'document' | 'apply'>;
  readonly port: () => PanePort;
  /** Removes an indicator or a compared line. */
  readonly remove: (id: string) => void;
}

/** User actions on panes. Dragging a divider is one undo step. */
export class PaneController {
  private readonly parts: PaneControllerParts;
  private dragged: { readonly from: ReturnType<PanePort['boxes']>; shares: PaneLayout['shares'] | undefined } | undefined;

  constructor(parts: PaneControllerParts) {
    this.parts = parts;
  }

  /** The divider above a pane moved by pixels from its start. */
  readonly drag = (id: string, pixels: number): void => {
    this.dragged ??= { from: this.parts.port().boxes(), shares: undefined };
    this.dragged.shares = resizedShares(this.dragged.from, id, pixels);
    this.parts.port().preview(this.dragged.shares);
  };

  readonly drop = (): void => {
    const shares = this.dragged?.shares;
    this.cancel();
    if (shares !== undefined) this.change({ shares });
  };

  readonly cancel = (): void => {
    if (this.dragged === undefined) return;
    this.dragged = undefined;
    this.parts.port().preview(undefined);
  };

  /** Moves the divider above a pane at once, by keyboard. */
  readonly step = (id: string, pixels: number): void => this.change({ shares: resizedShares(this.parts.port().boxes(), id, pixels) });

  readonly canMove = (id: string, by: -1 | 1): boolean => movedOrder(this.parts.port().boxes(), id, by) !== undefined;

  readonly move = (id: string, by: -1 | 1): void => {
    const order = movedOrder(this.parts.port().boxes(), id, by);
    if (order !== undefined) this.change({ order });
  };

  /** Maximises a pane, or restores it. */
  readonly toggle = (id: string): void => {
    const boxes = this.parts.port().boxes();
    if (this.isMaximised()) this.change({ maximised: '' });
    else if (boxes.length > 1) this.change({ maximised: id });
  };

  /** True if a pane is maximised. */
  readonly isMaximised = (): boolean => {
    const [only, ...others] = this.parts.port().boxes();
    return only !== undefined && others.length === 0 && this.parts.history.document.panes.maximised === only.id;
  };

  readonly has = (id: string): boolean =>
    this.parts
      .port()
      .boxes()
      .some((box) => box.id === id);

  /** The pane can be maximised or restored. */
  readonly canToggle = (): boolean => this.isMaximised() || this.parts.port().boxes().length > 1;

  /** Removes a pane with its indicator or compared line. */
  readonly close = (id: string): void => {
    if (id !== PRICE_PANE) this.parts.remove(id);
  };

  private change(to: Partial<PaneLayout>): void {
    this.parts.history.apply({ kind: 'changePanes', to });
  }
}
