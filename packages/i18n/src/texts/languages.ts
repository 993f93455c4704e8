export interface Language {
  /** BCP 47 tag, also the folder of its texts. */
  readonly tag: string;
  /** In the language itself, for the language menu. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Region variants of English only: the namespaces with different texts. Every other language has files for all namespaces. */
  readonly only?: readonly string[];
}

/** Languages of the terminal, in the order of its menu. A build ships those with complete texts. */
export const LANGUAGES: readonly [Language, ...Language[]] = [
  { tag: 'en', name: 'English', direction: 'ltr' },
  { tag: 'en-HK', name: 'English (Hong Kong)', direction: 'ltr', only: [] },
  { tag: 'zh-CN', name: '简体中文', direction: 'ltr' },
  { tag: 'zh-TW', name: '繁體中文（台灣）', direction: 'ltr' },
  { tag: 'zh-HK', name: '繁體中文（香港）', direction: 'ltr' },
  { tag: 'ja-JP', name: '日本語', direction: 'ltr' },
  { tag: 'ko-KR', name: '한국어', direction: 'ltr' },
  { tag: 'ru-RU', name: 'Русский', direction: 'ltr' },
  { tag: 'id-ID', name: 'Bahasa Indonesia', direction: 'ltr' },
  { tag: 'es-ES', name: 'Español', direction: 'ltr' },
  { tag: 'tr-TR', name: 'Türkçe', direction: 'ltr' },
  { tag: 'th-TH', name: 'ไทย', direction: 'ltr' },
  { tag: 'vi-VN', name: 'Tiếng Việt', direction: 'ltr' },
  { tag: 'de-DE', name: 'Deutsch', direction: 'ltr' },
];

export const FALLBACK_LANGUAGE = LANGUAGES[0];

/** Matching Chinese variants, best first: by script if named, else by region. Macau reads Hong Kong's. */
function chinese(parts: readonly string[]): readonly string[] {
  if (parts.includes('hans')) return ['zh-CN'];
  if (parts.includes('hk') || parts.includes('mo')) return ['zh-HK', 'zh-TW'];
  return parts.includes('hant') || parts.includes('tw') ? ['zh-TW', 'zh-HK'] : ['zh-CN'];
}

/** The best matching shipped language: by the full tag, then by its first part, in order of preference. */
export function chooseLanguage(preferred: readonly string[], shipped: readonly Language[] = LANGUAGES): Language {
  for (const tag of preferred) {
    const [base = '', ...parts] = tag.toLowerCase().split(/[-_]/);
    const wanted = base === 'zh' ? chinese(parts) : [[base, ...parts].join('-')];
    for (const each of wanted) {
      const exact = shipped.find((language) => language.tag.toLowerCase() === each.toLowerCase());
      if (exact !== undefined) return exact;
    }
    // Simplified and traditional Chinese do not replace each other.
    const close = base === 'zh' ? undefined : shipped.find((language) => language.tag.split('-')[0]?.toLowerCase() === base);
    if (close !== undefined) return close;
  }
  return FALLBACK_LANGUAGE;
}
