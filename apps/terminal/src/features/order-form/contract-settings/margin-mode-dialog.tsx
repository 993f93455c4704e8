import { marginChoices } from '@tapedeck/client';
import { sharesMarginMode, type AccountKind, type Instrument, type MarginMode, type SettingsRecord } from '@tapedeck/domain';
import { Button } from '@tapedeck/ui';
import { useState } from 'react';
import { useClient } from '../../../platform/client-context.tsx';
import { notify } from '../../../platform/notifications.ts';
import { useAccountTraits, useOffers } from '../../../platform/session.tsx';
import { SendingDialog } from '../../../widgets/sending-dialog.tsx';
import { useCommonText } from '../../../platform/texts.tsx';
import { useSelected } from '../../../platform/use-readable.ts';
import styles from '../dialogs.module.css';
import { Choices } from '../choices.tsx';
import { ModeNote, useIsHeld } from './mode-note.tsx';
import { useContractSettingsText } from './texts.ts';

interface DialogProps {
  readonly instrument: Instrument;
  readonly settings: SettingsRecord;
  onClose(): void;
}

const NOTHING = () => Promise.resolve({ ok: true as const, value: undefined });

const other = (mode: MarginMode): MarginMode => (mode === 'cross' ? 'isolated' : 'cross');

/** For accounts with one mode for all these contracts: the contracts that prevent a change. */
function useSharedHeld(kind: AccountKind): string {
  const client = useClient();
  const shares = (instrument: Instrument | undefined) => instrument !== undefined && sharesMarginMode(kind, instrument);
  const positions = useSelected(client.positions.keys, (keys) => (keys.status === 'idle' ? [] : (keys.data ?? [])), sameWords);
  const orders = useSelected(
    client.orders.open,
    (list) => (list.status === 'idle' ? [] : (list.data ?? []).map(({ instrument }) => instrument.symbol)),
    sameWords,
  );
  const symbols = [...positions.map((key) => key.slice(0, key.lastIndexOf(':'))), ...orders];
  return [...new Set(symbols)].filter((symbol) => shares(client.markets.instrument(symbol))).join(', ');
}

const sameWords = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join();

interface SwitchProps {
  readonly mode: MarginMode;
  /** Contracts that block a change of mode; '' for none. */
  readonly held: string;
  onSwitch(): void;
}

/** For accounts with one margin mode: explains it, and offers the switch. */
function AccountSwitch({ mode, held, onSwitch }: SwitchProps) {
  const text = useContractSettingsText();
  const common = useCommonText();
  return (
    <>
      <p className={styles['note']}>{text('marginFixed')}</p>
      {held === '' ? (
        <Button onClick={onSwitch}>{text('marginSwitch', { mode: common(other(mode)) })}</Button>
      ) : (
        <p role="status" data-tone="accent" className={styles['warning']}>
          {text('marginSharedHeld', { symbols: held })}
        </p>
      )}
    </>
  );
}

/** Chooses between cross and isolated margin, with an explanation. */
export function MarginModeDialog({ instrument, settings, onClose }: DialogProps) {
  const client = useClient();
  const text = useContractSettingsText();
  const common = useCommonText();
  const account = useAccountTraits();
  const [mode, setMode] = useState<MarginMode>(settings.marginMode);
  const { symbol } = instrument;
  const shared = sharesMarginMode(account.kind, instrument);
  const sharedHeld = useSharedHeld(account.kind);
  const ownHeld = useIsHeld(instrument);
  const title = shared ? text('marginAccountTitle') : text('marginTitle', { symbol });
  const { marginModes } = useOffers();
  const choices = marginChoices(account, instrument, mode).filter((choice) => marginModes.includes(choice));
  const unchanged = mode === settings.marginMode;
  const held = shared ? sharedHeld !== '' : ownHeld && choices.length > 1;
  return (
    <SendingDialog
      title={title}
      change={unchanged ? NOTHING : held ? undefined : () => client.positions.setMarginMode(symbol, mode)}
      onDone={() => {
        const saved = shared ? text('marginAccountSaved', { mode: common(mode) }) : text('marginSaved', { symbol, mode: common(mode) });
        if (!unchanged) notify({ kind: 'success', id: 'margin-mode', title: saved });
        onClose();
      }}
      onClose={onClose}
    >
      {choices.length === 0 ? (
        <p className={styles['note']}>{text('marginPortfolio')}</p>
      ) : (
        <Choices<MarginMode>
          label={title}
          name="margin-mode"
          value={mode}
          items={choices.map((value) => ({ value, title: text(`mode.${value}`), detail: text(`explained.${value}`) }))}
          onChange={(next) => setMode(next)}
        />
      )}
      {shared && <AccountSwitch mode={mode} held={sharedHeld} onSwitch={() => setMode(other(mode))} />}
      {!shared && choices.length > 0 && <ModeNote instrument={instrument} held={held} note={text('marginNote')} />}
    </SendingDialog>
  );
}
