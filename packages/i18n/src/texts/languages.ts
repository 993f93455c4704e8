export interface Language {
  /** BCP 47 tag, also the folder of its texts. */
  readonly tag: string;
  /** In its own words, for the language menu. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Of a region variant of English: the namespaces whose words differ there. Every other language has files for all of them. */
  readonly only?: readonly string[];
}

/** Languages that are complete and shipped, in the order of the menu, which lists these and no others. */
export const LANGUAGES: readonly [Language, ...Language[]] = [
  { tag: 'en', name: 'English', direction: 'ltr' },
  { tag: 'en-HK', name: 'English (Hong Kong)', direction: 'ltr', only: [] },
];

export const FALLBACK_LANGUAGE = LANGUAGES[0];

/** Which Chinese fits, best first: by script where it is named, else by region. Macau reads what Hong Kong does. */
function chinese(parts: readonly string[]): readonly string[] {
  if (parts.includes('hans')) return ['zh-CN'];
  if (parts.includes('hk') || parts.includes('mo')) return ['zh-HK', 'zh-TW'];
  return parts.includes('hant') || parts.includes('tw') ? ['zh-TW', 'zh-HK'] : ['zh-CN'];
}

/** The shipped language that fits best: by the whole tag, then by its first part, in the order of preference. */
export function chooseLanguage(preferred: readonly string[], shipped: readonly Language[] = LANGUAGES): Language {
  for (const tag of preferred) {
    const [base = '', ...parts] = tag.toLowerCase().split(/[-_]/);
    const wanted = base === 'zh' ? chinese(parts) : [[base, ...parts].join('-')];
    for (const each of wanted) {
      const exact = shipped.find((language) => language.tag.toLowerCase() === each.toLowerCase());
      if (exact !== undefined) return exact;
    }
    // Simplified and traditional Chinese do not stand in for each other.
    const close = base === 'zh' ? undefined : shipped.find((language) => language.tag.split('-')[0]?.toLowerCase() === base);
    if (close !== undefined) return close;
  }
  return FALLBACK_LANGUAGE;
}
