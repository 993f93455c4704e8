/** Scenarios, as their text. */
declare module '*.scenario?raw' {
  const text: string;
  export default text;
}
