import { chooseLanguage, createTexts, textsPath, type Language, type Messages, type Texts } from '@tapedeck/i18n';
import { tellLanguageFailed } from '../platform/language-choice.ts';
import { SHIPPED } from '../platform/languages.ts';
import { keepChoice, readChoice } from '../platform/storage.ts';
import { ENGLISH } from '../platform/texts.tsx';
import { firstTexts } from './first-texts.ts';

function markDocument(language: Language): void {
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.direction;
}

async function loadTexts(language: Language, namespace: string): Promise<Messages> {
  const answer = await fetch(textsPath(__TEXTS_ENVIRONMENT__, language, namespace));
  if (!answer.ok) throw new Error(`The texts of ${namespace} could not be loaded: status ${answer.status}`);
  const texts: unknown = await answer.json();
  return Object.fromEntries(Object.entries(Object(texts) as object).filter(([, text]) => typeof text === 'string'));
}

/**
 * Loads the previously chosen language, or the browser's first supported one. A choice that cannot be loaded is kept
 * for the next visit.
 */
export async function startTexts(): Promise<Texts> {
  const kept = readChoice('language');
  const language = chooseLanguage([...(kept === undefined ? [] : [kept]), ...navigator.languages], SHIPPED);
  const texts = await createTexts({
    namespaces: __NAMESPACES__,
    first: firstTexts(location.pathname),
    language,
    english: ENGLISH,
    load: loadTexts,
  });
  markDocument(texts.language);
  if (texts.language.tag !== language.tag) tellLanguageFailed(texts, language);
  let shown = texts.language;
  texts.subscribe(() => {
    if (texts.language === shown) return;
    shown = texts.language;
    markDocument(shown);
    keepChoice('language', shown.tag);
  });
  return texts;
}
