/** Direction of the words of dialogs and menus. The picture keeps its own: time runs to the right in every language. */
export function textDirection(page: Document): 'ltr' | 'rtl' {
  return /^(ar|he)\b/.test(page.documentElement.lang) ? 'rtl' : 'ltr';
}
