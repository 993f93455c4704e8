import type { Language, Texts } from '@tapedeck/i18n';
import { notify } from './notifications.ts';

/** Says that a language could not be loaded, in the one that is on screen instead. */
export function tellLanguageFailed(texts: Texts, { name }: Language): void {
  notify({
    kind: 'error',
    id: 'language',
    title: texts.text('platform', 'languageFailed', { name }),
    detail: texts.text('platform', 'languageFailedDetail', { name: texts.language.name }),
  });
}

/** Shows another language once its texts are there; until then, and when they cannot be loaded, the one on screen stays. */
export function chooseTexts(texts: Texts, language: Language): void {
  texts.setLanguage(language).catch(() => tellLanguageFailed(texts, language));
}
