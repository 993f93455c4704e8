/** A file as text, by the test runner. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
