import { createStore } from '@tapedeck/client';

/** The position whose TP/SL somebody wants to see; the dialog stands apart from what asked for it. */
export const tpslAsked = createStore<string | undefined>(undefined);

/** The open order whose TP/SL somebody wants to see, by its id. */
export const orderTpslAsked = createStore<number | undefined>(undefined);

/** Opens the TP/SL dialog of a position. */
export const askTpsl = (positionKey: string): void => tpslAsked.set(positionKey);
/** Opens the TP/SL dialog of an open order. */
export const askOrderTpsl = (orderId: number): void => orderTpslAsked.set(orderId);
