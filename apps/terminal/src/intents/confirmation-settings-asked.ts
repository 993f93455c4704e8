import { createStore } from '@tapedeck/client';

/** Whether the confirmation settings are open; the dialog lives apart from the menu that opens it. */
export const confirmationSettingsAsked = createStore(false);
