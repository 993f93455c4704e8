const made = new Map<string, Intl.NumberFormat>();

/** A format of a locale, made once: making one is dearer than painting with it. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = made.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, options);
    made.set(key, format);
  }
  return format;
}
