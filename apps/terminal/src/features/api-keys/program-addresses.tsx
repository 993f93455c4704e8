import { Panel, PanelHead } from '@tapedeck/ui';
import styles from './api-keys.module.css';
import { CopyButton } from './copy-button.tsx';
import { useApiKeyText } from './texts.ts';

/** A name of the field's, the same in every language. */
const REST = 'REST';

/** Where programs find this exchange, as it is reached from here. */
export function ProgramAddresses() {
  const text = useApiKeyText();
  const { origin } = location;
  return (
    <Panel label={text('programs')} className={styles['part']}>
      <PanelHead title={text('programs')} />
      <dl className={styles['programs']}>
        <div>
          <dt>{REST}</dt>
          <dd>
            <code>{origin}</code>
            <CopyButton bare what={REST} value={origin} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
