/** A message of a socket; `undefined` if it is not a JSON object. */
export function readMessage(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null ? (message as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

const START = '{"topic":"';

/** The topic of a message that begins with it, like those of the server, without parsing the rest; `undefined` for any other. */
export function topicAhead(text: string): string | undefined {
  if (!text.startsWith(START)) return undefined;
  const end = text.indexOf('"', START.length);
  return end < 0 ? undefined : text.slice(START.length, end);
}
