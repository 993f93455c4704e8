import {
  createStore,
  type CancelAllScope,
  type ConfirmationKind,
  type OrderView,
  type PositionView,
  type Readable,
  type Result,
  type TerminalClient,
} from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';

/** Orders to cancel: those of a scope, the selected ones, or the futures-spread orders. */
export type CancelMeant =
  | { readonly of: 'scope'; readonly scope: Omit<CancelAllScope, 'keepProtective'> }
  | { readonly of: 'chosen'; readonly orders: readonly OrderView[] }
  | { readonly of: 'spreads' };

/** Result of a change made on the chart, against the current market. */
export interface ChangeReading {
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly value: string; readonly tone: 'plain' | 'up' | 'down' }[];
  /** Information that does not prevent sending. */
  readonly note: string;
  /** Why it would be refused; '' if no reason is known. */
  readonly problem: string;
}

/** A change made by dragging on the chart: stated, then sent once. */
export interface AskedChange {
  readonly kind: Extract<ConfirmationKind, 'moveOrder' | 'setExit' | 'sendBracket'>;
  readonly instrument: Instrument;
  /** Text of the new price. */
  readonly price: string;
  /** Sources that the reading depends on. */
  readonly sources: readonly Pick<Readable<unknown>, 'subscribe'>[];
  /** `undefined` once the dragged line has ended. */
  read(): ChangeReading | undefined;
  send(): Promise<Result<void>>;
}

/** A requested action that cannot be undone. */
export type AskedConfirmation = {
  /** The trader has turned confirmation off. */
  readonly atOnce: boolean;
} & (
  | {
      readonly kind: 'marketClose' | 'closeAll';
      /** The positions as stated; only these are closed. */
      readonly views: readonly PositionView[];
    }
  | { readonly kind: 'cancelAll'; readonly meant: CancelMeant }
  | {
      readonly kind: AskedChange['kind'];
      readonly change: AskedChange;
      /** Called after the answer, or when the action is abandoned. */
      readonly ended: (isDone: boolean) => void;
    }
);

/** One confirmation at a time, shown in a dialog apart from its caller. */
export const confirmationAsked = createStore<AskedConfirmation | undefined>(undefined);

const isOff = (client: TerminalClient, kind: AskedConfirmation['kind']): boolean => client.notices.confirmations.off.get().has(kind);

/** Closes a position at market, for any caller. */
export function askMarketClose(client: TerminalClient, positionKey: string): void {
  const view = client.positions.position(positionKey).get();
  if (view !== undefined) confirmationAsked.set({ kind: 'marketClose', views: [view], atOnce: isOff(client, 'marketClose') });
}

/** All currently open positions. */
export function openPositions({ positions }: Pick<TerminalClient, 'positions'>): readonly PositionView[] {
  const keys = positions.keys.get();
  return ((keys.status === 'idle' ? undefined : keys.data) ?? []).flatMap((key) => positions.position(key).get() ?? []);
}

/** Closes every position at market. */
export function askCloseAll(client: TerminalClient): void {
  const views = openPositions(client);
  if (views.length > 0) confirmationAsked.set({ kind: 'closeAll', views, atOnce: isOff(client, 'closeAll') });
}

/** Cancels several orders. */
export function askCancelAll(client: TerminalClient, meant: CancelMeant): void {
  confirmationAsked.set({ kind: 'cancelAll', meant, atOnce: isOff(client, 'cancelAll') });
}

/** Makes a change dragged on the chart; resolves after the answer or on abandonment. Returns whether it was made. */
export function askChange(client: TerminalClient, change: AskedChange): Promise<boolean> {
  return new Promise((ended) => {
    confirmationAsked.set({ kind: change.kind, change, ended, atOnce: isOff(client, change.kind) });
  });
}
