import { arrives } from '@tapedeck/ui';
import { lazy, Suspense } from 'react';
import { posterAsked } from '../../platform/poster-asked.ts';
import { useReadable } from '../../platform/use-readable.ts';

const PosterDialog = lazy(() => arrives(() => import('./poster-dialog.tsx')).then((module) => ({ default: module.PosterDialog })));

/** The poster overlay, loaded when it is first asked for. */
export function Posters() {
  const subject = useReadable(posterAsked);
  if (subject === undefined) return null;
  return (
    <Suspense fallback={null}>
      <PosterDialog subject={subject} onClose={() => posterAsked.set(undefined)} />
    </Suspense>
  );
}
