import { Panel, PanelHead } from '@tapedeck/ui';
import styles from './api-keys.module.css';
import { CopyButton } from './copy-button.tsx';
import { useApiKeyText } from './texts.ts';

/** Technical names, the same in every language. Streams are `/public/{category}`, `/private` and `/trade` below the second address. */
const ADDRESSES = [
  { name: 'REST', address: () => location.origin },
  { name: 'WebSocket', address: () => `${location.origin.replace(/^http/, 'ws')}/v5` },
] as const;

/** Addresses of this exchange for programs, as reachable from here. */
export function ProgramAddresses() {
  const text = useApiKeyText();
  return (
    <Panel label={text('programs')} className={styles['part']}>
      <PanelHead title={text('programs')} />
      <dl className={styles['programs']}>
        {ADDRESSES.map(({ name, address }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{address()}</code>
              <CopyButton bare what={name} value={address()} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
