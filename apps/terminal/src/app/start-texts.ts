import { chooseLanguage, createTexts, textsPath, type Language, type Messages, type Texts } from '@tapedeck/i18n';
import { tellLanguageFailed } from '../platform/language-choice.ts';
import { SHIPPED } from '../platform/languages.ts';
import { keepChoice, readChoice } from '../platform/storage.ts';
import { ENGLISH } from './english.ts';
import { firstTexts } from './first-texts.ts';

/** Folder names of the text files; `english.ts` holds one entry for each. */
export const NAMESPACES = [
  'app',
  'platform',
  'account-summary',
  'algo-form',
  'api-keys',
  'assets',
  'chart-panel',
  'confirmations',
  'connection',
  'contract-details',
  'copy-trading',
  'depth-chart',
  'effects',
  'errors',
  'help',
  'history',
  'invite',
  'option-board',
  'order-book',
  'order-form',
  'orders',
  'poster',
  'positions',
  'session',
  'spot-form',
  'spread',
  'strategies',
  'symbol-header',
  'tpsl',
  'trades',
] as const;

function markDocument(language: Language): void {
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.direction;
}

async function loadTexts(language: Language, namespace: string): Promise<Messages> {
  const answer = await fetch(textsPath(__TEXTS_ENVIRONMENT__, language, namespace));
  if (!answer.ok) throw new Error(`The texts of ${namespace} were answered by ${answer.status}`);
  const texts: unknown = await answer.json();
  return Object.fromEntries(Object.entries(Object(texts) as object).filter(([, text]) => typeof text === 'string'));
}

/** Loads the language chosen before, or the browser's first that is shipped. One that cannot be loaded stays chosen for the next visit. */
export async function startTexts(): Promise<Texts> {
  const kept = readChoice('language');
  const language = chooseLanguage([...(kept === undefined ? [] : [kept]), ...navigator.languages], SHIPPED);
  const texts = await createTexts({
    namespaces: NAMESPACES,
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
