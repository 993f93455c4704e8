import { createStore } from '@tapedeck/client';

/** Whether the choice of what is asked about is open; its dialog stands apart from the menu that opens it. */
export const confirmationSettingsAsked = createStore(false);
