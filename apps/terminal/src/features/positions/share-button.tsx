import { ShareIcon } from '@tapedeck/ui';
import { useClient } from '../../platform/client-context.tsx';
import { askPoster } from '../../intents/poster-asked.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

/** Opens the posters of a position, with its figures as they are at the press. */
export function ShareButton({ positionKey, name }: { positionKey: string; name: string }) {
  const client = useClient();
  const text = usePositionsText();
  const share = (): void => {
    const view = client.positions.position(positionKey).get();
    if (view !== undefined) askPoster({ view });
  };
  return (
    <button type="button" className={styles['share']} aria-label={text('shareOf', { position: name })} onClick={share}>
      <ShareIcon />
    </button>
  );
}
