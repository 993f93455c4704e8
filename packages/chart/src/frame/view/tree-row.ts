import type { ChartLine, ChartResolution } from '../../bridge/messages.ts';
import type { IconName } from './icon.ts';
import type { MenuChoice } from './menu.ts';

export interface ShownObjects {
  /** Drawings of other symbols are not on the chart. */
  readonly ticker: string;
  readonly resolution: ChartResolution;
  readonly lines: readonly ChartLine[];
  /** A price, formatted as on the axis. */
  readonly write: (price: number) => string;
}

/** An object of the tree with its actions. */
export interface TreeRow {
  readonly id: string;
  readonly label: string;
  /** Price, for a line at one price. */
  readonly note?: string;
  readonly icon: IconName;
  readonly isShown: boolean;
  /** Hidden at this resolution by its visibility. */
  readonly isHidden?: boolean;
  /** A member of the group above it. */
  readonly isInside?: boolean;
  /** Can be selected for grouping. */
  readonly isSelectable?: boolean;
  readonly toggle?: () => void;
  readonly settings?: () => void;
  readonly lock?: { readonly isLocked: boolean; readonly run: () => void };
  readonly remove?: () => void;
  /** Possible moves within its list. */
  readonly moves?: readonly MenuChoice[];
  readonly actions?: readonly MenuChoice[];
}
