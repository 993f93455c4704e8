import type { Instrument } from '@tapedeck/domain';
import { useClient } from '../../platform/client-context.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import styles from './dialogs.module.css';
import { useOrderFormText } from './texts.ts';

/** Whether the account has a position or an open order in the contract, which keeps its modes as they are. */
export function useIsHeld({ id, symbol }: Instrument): boolean {
  const { account } = useClient();
  const position = useSelected(
    account.positionKeys,
    (keys) => keys.status !== 'idle' && keys.data?.some((key) => key.startsWith(`${symbol}:`)),
  );
  const order = useSelected(
    account.openOrders,
    (orders) => orders.status !== 'idle' && orders.data?.some((one) => one.instrument.id === id),
  );
  return position === true || order === true;
}

/** When a mode can change; while it cannot, why. */
export function ModeNote({ instrument, held, note }: { instrument: Instrument; held: boolean; note: string }) {
  const text = useOrderFormText();
  if (!held) return <p className={styles['note']}>{note}</p>;
  return (
    <p role="status" data-tone="accent" className={styles['warning']}>
      {text('modeHeld', { symbol: instrument.symbol })}
    </p>
  );
}
