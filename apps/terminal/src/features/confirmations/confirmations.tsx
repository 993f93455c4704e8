import { arrives, OnRequest } from '@tapedeck/ui';
import { lazy, useEffect } from 'react';
import { confirmationAsked } from '../../intents/confirmation-asked.ts';
import { confirmationSettingsAsked } from '../../intents/confirmation-settings-asked.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { namesProtective } from './meant.ts';
import { useSending } from './use-sending.ts';

const CloseQuestion = lazy(() => arrives(() => import('./close-question.tsx')).then((module) => ({ default: module.CloseQuestion })));
const CancelQuestion = lazy(() => arrives(() => import('./cancel-question.tsx')).then((module) => ({ default: module.CancelQuestion })));
const ChangeQuestion = lazy(() => arrives(() => import('./change-question.tsx')).then((module) => ({ default: module.ChangeQuestion })));
const SettingsDialog = lazy(() => arrives(() => import('./settings-dialog.tsx')).then((module) => ({ default: module.SettingsDialog })));

const close = (): void => confirmationAsked.set(undefined);
const closeSettings = (): void => confirmationSettingsAsked.set(false);

/** Closes every request before its dialog has opened. */
function abandon(): void {
  const asked = confirmationAsked.get();
  close();
  closeSettings();
  if (asked !== undefined && 'change' in asked) asked.ended(false);
}

/** The requested confirmation; if the trader has turned it off, the action itself. */
export function Confirmations() {
  const asked = useReadable(confirmationAsked);
  const settings = useReadable(confirmationSettingsAsked);
  const sending = useSending();
  useEffect(() => {
    if (asked?.atOnce !== true) return;
    close();
    if ('change' in asked) void sending.change(asked.change).then(asked.ended);
    else if (asked.kind === 'cancelAll') void sending.cancel(asked.meant, !namesProtective(asked.meant));
    else void sending.close(asked.kind, asked.views);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once per request, even if the texts change
  }, [asked]);
  return (
    <OnRequest onVoid={abandon}>
      {asked?.atOnce === false && asked.kind === 'cancelAll' && <CancelQuestion meant={asked.meant} onClose={close} />}
      {asked?.atOnce === false && 'change' in asked && <ChangeQuestion change={asked.change} ended={asked.ended} onClose={close} />}
      {asked?.atOnce === false && 'views' in asked && <CloseQuestion kind={asked.kind} views={asked.views} onClose={close} />}
      {settings && <SettingsDialog onClose={closeSettings} />}
    </OnRequest>
  );
}
