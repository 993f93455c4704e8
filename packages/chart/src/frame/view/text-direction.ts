/** Text direction of dialogs and menus. The picture has none: time runs to the right in every language. */
export function textDirection(page: Document): 'ltr' | 'rtl' {
  return /^(ar|he)\b/.test(page.documentElement.lang) ? 'rtl' : 'ltr';
}
