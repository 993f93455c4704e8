import { createStore, isSilent, type Failure } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';
import { arrives } from '@tapedeck/ui';
import { useEffect, useMemo } from 'react';
import { useTexts } from './texts.tsx';
import { useReadable } from './use-readable.ts';

type Words = Pick<typeof import('./failures.ts'), 'failureText' | 'passedText'>;

const words = createStore<Words | undefined>(undefined);

/** Failure texts load with the parts after the first paint: most first paints have no failure. */
const load = (): void => void arrives(() => import('./failures.ts')).then((loaded) => words.set(loaded));

interface Shown {
  readonly instrument?: Instrument;
  /** The cause of the failure does not hold any more. */
  readonly hasPassed?: boolean;
  /** Shown until the texts have loaded; they may be out of reach for as long as the connection is lost. */
  readonly meanwhile?: string | undefined;
}

/** The text of a failure for parts of the first paint; `meanwhile` until the texts have loaded, `undefined` for codes without a message. */
export function useFailureReason(
  failure: Failure | undefined,
  { instrument, hasPassed = false, meanwhile }: Shown = {},
): string | undefined {
  const texts = useTexts();
  const loaded = useReadable(words);
  const isMissing = failure !== undefined && loaded === undefined;
  useEffect(() => {
    if (isMissing) load();
  }, [isMissing]);
  return useMemo(() => {
    if (failure === undefined || isSilent(failure)) return undefined;
    if (loaded === undefined) return meanwhile;
    return hasPassed ? loaded.passedText(texts) : loaded.failureText(texts, failure, instrument);
  }, [texts, loaded, failure, instrument, hasPassed, meanwhile]);
}
