import { createStore, type CopyState, type Loadable, type PositionView, type TerminalClient } from '@tapedeck/client';

/** A position that somebody wants to turn around. */
export interface AskedReversal {
  /** As it was then: its row may be gone before the dialog is. */
  readonly view: PositionView;
  /** The trader does not want to be asked. */
  readonly atOnce: boolean;
}

export const reverseAsked = createStore<AskedReversal | undefined>(undefined);

/** Whether the account leads or follows: then it is always asked. */
export const isCopyTrade = (part: Loadable<CopyState>): boolean =>
  part.status !== 'idle' && part.data !== undefined && part.data.role !== 'none';

/** Turns a position around, by the dialog or at once, whoever asks for it. */
export function askReverse(client: TerminalClient, positionKey: string): void {
  const view = client.account.position(positionKey).get();
  if (view !== undefined) reverseAsked.set({ view, atOnce: client.reverseTip.hidden.get() && !isCopyTrade(client.account.copying.get()) });
}
