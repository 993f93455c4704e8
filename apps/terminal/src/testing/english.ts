import type { Messages } from '@tapedeck/i18n';

/** Every English text by namespace, which is the name of its folder. */
export const ENGLISH: Readonly<Record<string, Messages>> = Object.fromEntries(
  Object.entries(import.meta.glob<Messages>('../**/text.en.json', { eager: true, import: 'default' })).map(([file, messages]) => [
    file.split('/').at(-2) ?? '',
    messages,
  ]),
);
