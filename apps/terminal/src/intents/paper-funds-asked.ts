import { createStore } from '@tapedeck/client';

/** Whether the dialog for paper funds is open. */
export const paperFundsAsked = createStore(false);
