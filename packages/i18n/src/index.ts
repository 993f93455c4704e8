export { countdown, formatsOf, type Formats } from './formats/formats.ts';
export { LANGUAGES, chooseLanguage, type Language } from './texts/languages.ts';
export { createTexts, textsPath, type Messages, type Texts, type TextValues } from './texts/texts.ts';
