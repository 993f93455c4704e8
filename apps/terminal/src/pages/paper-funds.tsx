import { arrives, OnRequest } from '@tapedeck/ui';
import { lazy } from 'react';
import { paperFundsAsked } from '../intents/paper-funds-asked.ts';
import { useReadable } from '../platform/use-readable.ts';

const PaperFundsDialog = lazy(() =>
  arrives(() => import('../features/paper-funds/index.ts')).then((module) => ({ default: module.PaperFundsDialog })),
);

/** The dialog for paper funds, on request. */
export function PaperFunds() {
  return (
    useReadable(paperFundsAsked) && (
      <OnRequest onVoid={() => paperFundsAsked.set(false)}>
        <PaperFundsDialog />
      </OnRequest>
    )
  );
}
