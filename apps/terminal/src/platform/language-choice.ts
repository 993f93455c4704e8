import type { Language, Texts } from '@tapedeck/i18n';
import { notify } from './notifications.ts';

/** Reports that a language could not be loaded, in the displayed one. */
export function tellLanguageFailed(texts: Texts, { name }: Language): void {
  notify({
    kind: 'error',
    id: 'language',
    title: texts.text('platform', 'languageFailed', { name }),
    detail: texts.text('platform', 'languageFailedDetail', { name: texts.language.name }),
  });
}

/** Shows another language once its texts have loaded; until then, and if loading fails, the displayed one stays. */
export function chooseTexts(texts: Texts, language: Language): void {
  texts.setLanguage(language).catch(() => tellLanguageFailed(texts, language));
}
