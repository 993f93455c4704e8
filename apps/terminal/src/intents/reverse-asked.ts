import { createStore, type CopyState, type Loadable, type PositionView, type TerminalClient } from '@tapedeck/client';

/** A position to reverse. */
export interface AskedReversal {
  /** Its state at that time: its row may be gone before the dialog. */
  readonly view: PositionView;
  /** The trader has turned confirmation off. */
  readonly atOnce: boolean;
}

export const reverseAsked = createStore<AskedReversal | undefined>(undefined);

/** Whether the account leads or follows: then confirmation is required. */
export const isCopyTrade = (part: Loadable<CopyState>): boolean =>
  part.status !== 'idle' && part.data !== undefined && part.data.role !== 'none';

/** Reverses a position, by the dialog or at once, for any caller. */
export function askReverse(client: TerminalClient, positionKey: string): void {
  const view = client.positions.position(positionKey).get();
  if (view !== undefined)
    reverseAsked.set({ view, atOnce: client.notices.reverseTip.hidden.get() && !isCopyTrade(client.copying.state.get()) });
}
