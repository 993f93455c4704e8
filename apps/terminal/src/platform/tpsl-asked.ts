import { cell } from './use-readable.ts';

/** The position whose TP/SL somebody wants to see; the dialog stands apart from what asked for it. */
export const tpslAsked = cell<string | undefined>(undefined);

/** The open order whose TP/SL somebody wants to see, by its id. */
export const orderTpslAsked = cell<number | undefined>(undefined);

/** Opens the TP/SL dialog of a position. */
export const askTpsl = (positionKey: string): void => tpslAsked.set(positionKey);
/** Opens the TP/SL dialog of an open order. */
export const askOrderTpsl = (orderId: number): void => orderTpslAsked.set(orderId);
