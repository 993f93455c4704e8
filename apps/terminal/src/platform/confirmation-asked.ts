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

/** Which orders are to go: those of a scope, those that were ticked, or the orders for futures spreads. */
export type CancelMeant =
  | { readonly of: 'scope'; readonly scope: Omit<CancelAllScope, 'keepProtective'> }
  | { readonly of: 'chosen'; readonly orders: readonly OrderView[] }
  | { readonly of: 'spreads' };

/** What a change made on the chart comes to, by the market as it is. */
export interface ChangeReading {
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly value: string; readonly tone: 'plain' | 'up' | 'down' }[];
  /** What the trader should know though it keeps nothing from being sent. */
  readonly note: string;
  /** Why it would be refused; '' when nothing is known to be wrong. */
  readonly problem: string;
}

/** A change made by dragging on the chart: stated, then sent once. */
export interface AskedChange {
  readonly kind: Extract<ConfirmationKind, 'moveOrder' | 'setExit' | 'sendBracket'>;
  readonly instrument: Instrument;
  /** The new price in words. */
  readonly price: string;
  /** What the reading follows. */
  readonly sources: readonly Pick<Readable<unknown>, 'subscribe'>[];
  /** `undefined` once what was dragged is gone. */
  read(): ChangeReading | undefined;
  send(): Promise<Result<void>>;
}

/** Something that cannot be taken back, and that somebody asked for. */
export type AskedConfirmation = {
  /** The trader does not want to be asked. */
  readonly atOnce: boolean;
} & (
  | {
      readonly kind: 'marketClose' | 'closeAll';
      /** The positions as they are then: what is closed is what was stated. */
      readonly views: readonly PositionView[];
    }
  | { readonly kind: 'cancelAll'; readonly meant: CancelMeant }
  | {
      readonly kind: AskedChange['kind'];
      readonly change: AskedChange;
      /** Sent and answered, or given up. */
      readonly ended: (isDone: boolean) => void;
    }
);

/** One question at a time; its dialog stands apart from what asked. */
export const confirmationAsked = createStore<AskedConfirmation | undefined>(undefined);

const isOff = (client: TerminalClient, kind: AskedConfirmation['kind']): boolean => client.confirmations.off.get().has(kind);

/** Closes a position at market, whoever asks for it. */
export function askMarketClose(client: TerminalClient, positionKey: string): void {
  const view = client.account.position(positionKey).get();
  if (view !== undefined) confirmationAsked.set({ kind: 'marketClose', views: [view], atOnce: isOff(client, 'marketClose') });
}

/** Every open position as it is now. */
export function openPositions({ account }: Pick<TerminalClient, 'account'>): readonly PositionView[] {
  const keys = account.positionKeys.get();
  return ((keys.status === 'idle' ? undefined : keys.data) ?? []).flatMap((key) => account.position(key).get() ?? []);
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

/** Makes a change that was dragged on the chart; settled once it is answered or given up. Says whether it was made. */
export function askChange(client: TerminalClient, change: AskedChange): Promise<boolean> {
  return new Promise((ended) => {
    confirmationAsked.set({ kind: change.kind, change, ended, atOnce: isOff(client, change.kind) });
  });
}
