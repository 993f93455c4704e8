import { TableCell } from '@tapedeck/ui';
import { UNKNOWN } from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

const LIGHTS = [1, 2, 3, 4, 5] as const;

/** Five lights: the position's rank in auto-deleveraging. */
export function DeleverageCell({ rank }: { readonly rank: number | undefined }) {
  const text = usePositionsText();
  return (
    <TableCell label={text('deleverage')}>
      {rank === undefined ? (
        UNKNOWN
      ) : (
        <span
          className={styles['lights']}
          role="img"
          aria-label={text('deleverageRank', { rank })}
          title={text('deleverageRank', { rank })}
        >
          {LIGHTS.map((light) => (
            <i key={light} className={light <= rank ? styles['lit'] : undefined} />
          ))}
        </span>
      )}
    </TableCell>
  );
}
