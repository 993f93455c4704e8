import type { Failure } from '@tapedeck/client';
import type { Translate } from './texts.tsx';

const KNOWN = ['failure.9000000', 'failure.9000001'] as const;

/** A failure in words: by its code where the text exists, else what the server said. */
export function failureText(text: Translate<(typeof KNOWN)[number]>, failure: Failure): string {
  const key = KNOWN.find((known) => known === `failure.${failure.code}`);
  return key === undefined ? failure.message : text(key);
}
