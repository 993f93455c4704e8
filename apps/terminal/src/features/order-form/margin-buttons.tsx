import { isPortfolioMargin, quickLeverages } from '@tapedeck/client';
import { leverageHundredths, type Instrument, type Leverage, type SettingsRecord } from '@tapedeck/domain';
import { arrives, Button, ChevronDownIcon, Menu, OnRequest } from '@tapedeck/ui';
import { lazy, useState } from 'react';
import { useAccountTraits } from '../../widgets/account-traits.ts';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import { leverageText, UNKNOWN } from '../../platform/values.ts';
import styles from './order-form.module.css';
import { useOrderFormText } from './texts.ts';

const LeverageDialog = lazy(() =>
  arrives(() => import('./contract-settings/leverage-dialog.tsx')).then((module) => ({ default: module.LeverageDialog })),
);
const MarginModeDialog = lazy(() =>
  arrives(() => import('./contract-settings/margin-mode-dialog.tsx')).then((module) => ({ default: module.MarginModeDialog })),
);
const PositionModeDialog = lazy(() =>
  arrives(() => import('./contract-settings/position-mode-dialog.tsx')).then((module) => ({ default: module.PositionModeDialog })),
);

type Open = 'none' | 'leverage' | 'marginMode' | 'positionMode';

function useLeverageText(settings: SettingsRecord | undefined): string {
  const formats = useFormats();
  if (settings === undefined) return UNKNOWN;
  const [long, short] = [leverageText(formats, settings.longLeverage), leverageText(formats, settings.shortLeverage)];
  return long === short ? long : `${long} / ${short}`;
}

interface QuickProps {
  readonly instrument: Instrument;
  readonly settings: SettingsRecord;
  onCustomise(): void;
}

/** The contract's own leverage choices, or the dialog for any other. */
function QuickLeverage({ instrument, settings, onCustomise }: QuickProps) {
  const client = useClient();
  const text = useOrderFormText();
  const formats = useFormats();
  const leverage = useLeverageText(settings);
  const [busy, setBusy] = useState(false);
  const { symbol } = instrument;
  const choose = (value: Leverage) => {
    if (value === settings.longLeverage && value === settings.shortLeverage) return;
    setBusy(true);
    void client.positions.setLeverage(symbol, value, value).then((result) => {
      setBusy(false);
      if (!result.ok) reportFailure(result.failure);
      else notify({ kind: 'success', id: 'leverage', title: text('leverageSaved', { symbol, leverage: leverageText(formats, value) }) });
    });
  };
  const items = quickLeverages(instrument, settings.marginMode).map((value) => ({
    id: `${leverageHundredths(value)}`,
    label: leverageText(formats, value),
    checked: value === settings.longLeverage && value === settings.shortLeverage,
    onSelect: () => choose(value),
  }));
  return (
    <Menu
      trigger={
        <Button busy={busy} aria-label={text('leverage', { leverage })}>
          <span>{leverage}</span> <ChevronDownIcon />
        </Button>
      }
      items={[...items, { id: 'customise', label: text('customise'), onSelect: onCustomise }]}
    />
  );
}

/** Margin mode, leverage and position mode of the contract, each opening its dialog. */
export function MarginButtons({ instrument }: { instrument: Instrument }) {
  const text = useOrderFormText();
  const common = useCommonText();
  const settings = useReadable(useClient().positions.settings(instrument.id));
  const [open, setOpen] = useState<Open>('none');
  const close = () => setOpen('none');
  const portfolio = isPortfolioMargin(useAccountTraits());
  const mode = settings === undefined ? UNKNOWN : portfolio ? text('portfolio') : common(settings.marginMode);
  const position = settings === undefined ? UNKNOWN : text(`positionMode.${settings.positionMode}`);
  return (
    <div className={styles['three']}>
      <Button disabled={settings === undefined} aria-label={text('marginMode', { mode })} onClick={() => setOpen('marginMode')}>
        <span>{mode}</span> <ChevronDownIcon />
      </Button>
      {portfolio ? null : settings === undefined ? (
        <Button disabled aria-label={text('leverage', { leverage: UNKNOWN })}>
          {UNKNOWN} <ChevronDownIcon />
        </Button>
      ) : (
        <QuickLeverage instrument={instrument} settings={settings} onCustomise={() => setOpen('leverage')} />
      )}
      <Button
        disabled={settings === undefined}
        aria-label={text('positionModeButton', { mode: position })}
        onClick={() => setOpen('positionMode')}
      >
        <span>{position}</span> <ChevronDownIcon />
      </Button>
      {settings !== undefined && open !== 'none' && (
        <OnRequest onVoid={close}>
          {open === 'leverage' && <LeverageDialog instrument={instrument} settings={settings} onClose={close} />}
          {open === 'marginMode' && <MarginModeDialog instrument={instrument} settings={settings} onClose={close} />}
          {open === 'positionMode' && <PositionModeDialog instrument={instrument} settings={settings} onClose={close} />}
        </OnRequest>
      )}
    </div>
  );
}
