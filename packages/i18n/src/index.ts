export { clockTime, countdown, formatsOf, type Formats } from './formats/formats.ts';
export { numberStyle, writeCount, writeDecimalText, type NumberStyle } from './formats/number-format.ts';
export { FALLBACK_LANGUAGE, LANGUAGES, chooseLanguage, type Language } from './texts/languages.ts';
export { createTexts, textsPath, type Messages, type Texts, type TextsOptions, type TextValues } from './texts/texts.ts';
