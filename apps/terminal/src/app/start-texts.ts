import { chooseLanguage, createTexts, LANGUAGES, textsPath, type Language, type Texts } from '@tapedeck/i18n';
import { keepChoice, readChoice } from '../platform/storage.ts';
import { ENGLISH } from './english.ts';

/** Folder names of the text files; `english.ts` holds one entry for each. */
export const NAMESPACES = [
  'app',
  'platform',
  'account-summary',
  'assets',
  'chart-panel',
  'connection',
  'errors',
  'help',
  'history',
  'order-book',
  'order-form',
  'orders',
  'positions',
  'session',
  'symbol-header',
  'trades',
] as const;

function markDocument(language: Language): void {
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.direction;
}

/** Loads the language chosen before, or the browser's first that is shipped. */
export async function startTexts(): Promise<Texts> {
  const kept = readChoice('language');
  const language = chooseLanguage([...(kept === undefined ? [] : [kept]), ...navigator.languages], LANGUAGES);
  const texts = await createTexts({
    namespaces: NAMESPACES,
    language,
    english: ENGLISH,
    remote: () => import('i18next-http-backend').then((module) => module.default as never),
    remoteOptions: { loadPath: textsPath(__TEXTS_ENVIRONMENT__) },
  });
  markDocument(language);
  texts.subscribe(() => {
    markDocument(texts.language);
    keepChoice('language', texts.language.tag);
  });
  return texts;
}
