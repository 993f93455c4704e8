/** A file as text, by the test runner. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}

/** Files by a pattern, by the test runner. */
interface ImportMeta {
  glob(
    patterns: readonly string[],
    options: { readonly query: '?raw'; readonly import: 'default'; readonly eager: true },
  ): Readonly<Record<string, string>>;
}
