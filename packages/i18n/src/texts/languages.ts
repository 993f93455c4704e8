export interface Language {
  /** BCP 47 tag, also the file name of its texts. */
  readonly tag: string;
  /** In its own words, for the language menu. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}

/** Languages that are complete and shipped; the menu lists these and no others. */
export const LANGUAGES: readonly [Language, ...Language[]] = [{ tag: 'en', name: 'English', direction: 'ltr' }];

export const FALLBACK_LANGUAGE = LANGUAGES[0];

/** The shipped language that fits best: by the whole tag, then by its first part, in the order of preference. */
export function chooseLanguage(preferred: readonly string[], shipped: readonly Language[] = LANGUAGES): Language {
  for (const tag of preferred) {
    const exact = shipped.find((language) => language.tag.toLowerCase() === tag.toLowerCase());
    if (exact !== undefined) return exact;
    const base = tag.split('-')[0]?.toLowerCase();
    const close = shipped.find((language) => language.tag.split('-')[0]?.toLowerCase() === base);
    if (close !== undefined) return close;
  }
  return FALLBACK_LANGUAGE;
}
