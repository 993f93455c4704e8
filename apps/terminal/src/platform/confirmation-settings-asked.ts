import { cell } from './use-readable.ts';

/** Whether the choice of what is asked about is open; its dialog stands apart from the menu that opens it. */
export const confirmationSettingsAsked = cell(false);
