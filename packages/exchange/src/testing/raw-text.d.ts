/** Scenarios, as their text. */
declare module '*.scenario?raw' {
  const text: string;
  export default text;
}

/** Recordings, as their text. */
declare module '*.json?raw' {
  const text: string;
  export default text;
}
