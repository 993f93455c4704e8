import { LANGUAGES, type Language } from '@tapedeck/i18n';

/** Languages of the menu: English, its variants, and every language whose texts were complete at build time. */
export const SHIPPED: readonly Language[] = LANGUAGES.filter(
  ({ tag, only }) => tag === 'en' || only !== undefined || __WHOLE_LANGUAGES__.includes(tag),
);
