import { createStore } from '@tapedeck/client';

/** The position whose TP/SL dialog is open; the dialog lives apart from the button that opens it. */
export const tpslAsked = createStore<string | undefined>(undefined);

/** The open order whose TP/SL are requested, by its id. */
export const orderTpslAsked = createStore<number | undefined>(undefined);

/** Opens the TP/SL dialog of a position. */
export const askTpsl = (positionKey: string): void => tpslAsked.set(positionKey);
/** Opens the TP/SL dialog of an open order. */
export const askOrderTpsl = (orderId: number): void => orderTpslAsked.set(orderId);
