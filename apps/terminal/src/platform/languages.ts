import { LANGUAGES, type Language } from '@tapedeck/i18n';

/** What the menu lists: English, its variants, and every language whose texts the build found whole. */
export const SHIPPED: readonly Language[] = LANGUAGES.filter(
  ({ tag, only }) => tag === 'en' || only !== undefined || __WHOLE_LANGUAGES__.includes(tag),
);
