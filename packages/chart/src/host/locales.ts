import { unpackTexts } from '../bridge/packed-texts.ts';
import { isChartTexts } from '../bridge/validate.ts';
import type { ChartTexts } from '../bridge/texts.ts';

/** CHT-24. Each has a separate file beside the frame. */
export const CHART_LOCALES = [
  'ar',
  'pt',
  'ca_ES',
  'cs',
  'de',
  'en',
  'es',
  'fr',
  'he_IL',
  'hu_HU',
  'id_ID',
  'it',
  'ja',
  'ko',
  'ms_MY',
  'pl',
  'ru',
  'sv',
  'th',
  'tr',
  'vi',
  'zh',
  'zh_TW',
  'el',
  'nl_NL',
  'ro',
] as const;
export type ChartLocale = (typeof CHART_LOCALES)[number];

export interface ChosenLocale {
  /** The locale of the displayed texts. */
  readonly words: ChartLocale;
  /** BCP 47 tag for the format of numbers and times. */
  readonly tag: string;
}

const ENGLISH: ChosenLocale = { words: 'en', tag: 'en' };

/** Regions and scripts with traditional Chinese characters. */
const isTraditional = (language: string, parts: readonly string[]): boolean =>
  language === 'zh' && !parts.includes('hans') && parts.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part));

/** The best supported match for `asked`: by full tag, then by language. Falls back to English with a warning (CHT-23). */
export function chooseLocale(asked: string): ChosenLocale {
  const [language = '', ...parts] = asked.split(/[-_]/);
  const whole = [language, ...parts].join('_');
  const words = isTraditional(
    language.toLowerCase(),
    parts.map((part) => part.toLowerCase()),
  )
    ? 'zh_TW'
    : (CHART_LOCALES.find((locale) => locale === whole) ?? CHART_LOCALES.find((locale) => locale.split('_')[0] === language.toLowerCase()));
  if (words === undefined) {
    console.warn(`The chart has no texts for the locale "${asked}" and shows English`);
    return ENGLISH;
  }
  // The Thai calendar counts years differently; the market uses the Gregorian one.
  const tag = [language, ...parts, ...(words === 'th' ? ['u-ca-gregory'] : [])].join('-');
  return { words, tag: isTag(tag) ? tag : words.replace('_', '-') };
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The texts of a locale from the chart's files. Rejects unless they are complete. */
export async function loadWords(view: Window, libraryPath: string, locale: ChartLocale): Promise<ChartTexts> {
  const address = new URL(`chart-locales/${locale}.json`, libraryPath);
  const answer = await view.fetch(address);
  const words = answer.ok ? unpackTexts(await answer.json()) : undefined;
  if (!isChartTexts(words)) throw new Error(`${address.href} does not hold texts of the chart`);
  return words;
}
