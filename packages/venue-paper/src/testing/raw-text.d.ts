/** Recordings of the engine, as their text. */
declare module '*.json?raw' {
  const text: string;
  export default text;
}
