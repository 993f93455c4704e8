import { arrives, OnRequest } from '@tapedeck/ui';
import { lazy } from 'react';
import { posterAsked } from '../../intents/poster-asked.ts';
import { useReadable } from '../../platform/use-readable.ts';

const PosterDialog = lazy(() => arrives(() => import('./poster-dialog.tsx')).then((module) => ({ default: module.PosterDialog })));

const close = (): void => posterAsked.set(undefined);

/** The poster overlay, loaded on first use. */
export function Posters() {
  const subject = useReadable(posterAsked);
  if (subject === undefined) return null;
  return (
    <OnRequest onVoid={close}>
      <PosterDialog subject={subject} onClose={close} />
    </OnRequest>
  );
}
