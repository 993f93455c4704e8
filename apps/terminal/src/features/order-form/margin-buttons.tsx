import type { Instrument, SettingsRecord } from '@tapedeck/domain';
import { Button, ChevronDownIcon } from '@tapedeck/ui';
import { lazy, Suspense, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import { leverageText, UNKNOWN } from '../../platform/values.ts';
import styles from './order-form.module.css';
import { useOrderFormText } from './texts.ts';

const LeverageDialog = lazy(() => import('./leverage-dialog.tsx').then((module) => ({ default: module.LeverageDialog })));
const MarginModeDialog = lazy(() => import('./margin-mode-dialog.tsx').then((module) => ({ default: module.MarginModeDialog })));

type Open = 'none' | 'leverage' | 'marginMode';

function useLeverageText(settings: SettingsRecord | undefined): string {
  const formats = useFormats();
  if (settings === undefined) return UNKNOWN;
  const [long, short] = [leverageText(formats, settings.longLeverage), leverageText(formats, settings.shortLeverage)];
  return long === short ? long : `${long} / ${short}`;
}

/** Margin mode and leverage of the contract, each opening its dialog. */
export function MarginButtons({ instrument }: { instrument: Instrument }) {
  const text = useOrderFormText();
  const common = useCommonText();
  const settings = useReadable(useClient().account.settings(instrument.id));
  const [open, setOpen] = useState<Open>('none');
  const close = () => setOpen('none');
  const mode = settings === undefined ? UNKNOWN : common(settings.marginMode);
  const leverage = useLeverageText(settings);
  return (
    <div className={styles['two']}>
      <Button disabled={settings === undefined} aria-label={text('marginMode', { mode })} onClick={() => setOpen('marginMode')}>
        {mode} <ChevronDownIcon />
      </Button>
      <Button disabled={settings === undefined} aria-label={text('leverage', { leverage })} onClick={() => setOpen('leverage')}>
        {leverage} <ChevronDownIcon />
      </Button>
      {settings !== undefined && open !== 'none' && (
        <Suspense fallback={null}>
          {open === 'leverage' ? (
            <LeverageDialog instrument={instrument} settings={settings} onClose={close} />
          ) : (
            <MarginModeDialog instrument={instrument} settings={settings} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  );
}
