import type { Instrument } from '@tapedeck/domain';
import { useClient } from '../../../platform/client-context.tsx';
import { useSelected } from '../../../platform/use-readable.ts';
import styles from '../dialogs.module.css';
import { useContractSettingsText } from './texts.ts';

/** Whether a position or an open order in the contract blocks a change of its modes. */
export function useIsHeld({ id, symbol }: Instrument): boolean {
  const { positions, orders } = useClient();
  const position = useSelected(positions.keys, (keys) => keys.status !== 'idle' && keys.data?.some((key) => key.startsWith(`${symbol}:`)));
  const order = useSelected(orders.open, (orders) => orders.status !== 'idle' && orders.data?.some((one) => one.instrument.id === id));
  return position === true || order === true;
}

/** When a mode can change, or why it cannot. */
export function ModeNote({ instrument, held, note }: { instrument: Instrument; held: boolean; note: string }) {
  const text = useContractSettingsText();
  if (!held) return <p className={styles['note']}>{note}</p>;
  return (
    <p role="status" data-tone="accent" className={styles['warning']}>
      {text('modeHeld', { symbol: instrument.symbol })}
    </p>
  );
}
