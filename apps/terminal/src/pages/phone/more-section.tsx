import { Panel } from '@tapedeck/ui';
import { confirmationSettingsAsked } from '../../intents/confirmation-settings-asked.ts';
import { paperFundsAsked } from '../../intents/paper-funds-asked.ts';
import { Link } from '../../platform/navigation.tsx';
import { useLoginState } from '../../platform/session.tsx';
import { AccountBlock, StatusLine } from '../later.ts';
import { usePageText } from '../page-text.ts';
import { API_KEYS_PATH } from '../paths.ts';
import { useSitePages } from '../site-pages.ts';
import { useSessionText } from '../../features/session/index.ts';
import styles from './more-section.module.css';

/** The account, the pages of the exchange and the settings, on a phone. */
export function MoreSection() {
  const text = usePageText();
  const session = useSessionText();
  const pages = useSitePages();
  const isIn = useLoginState() === 'in';
  return (
    <Panel label={text('more')} className={styles['more']}>
      <AccountBlock />
      <nav className={styles['links']} aria-label={text('nav')}>
        {pages.map(({ to, name, isHere }) => (
          <Link key={to} to={to} aria-current={isHere ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      {isIn && (
        <section className={styles['links']} aria-label={text('settings')}>
          <h2>{text('settings')}</h2>
          <button type="button" onClick={() => paperFundsAsked.set(true)}>
            {session('paperFunds')}
          </button>
          <Link to={API_KEYS_PATH}>{text('apiKeys')}</Link>
          <button type="button" onClick={() => confirmationSettingsAsked.set(true)}>
            {session('confirmations')}
          </button>
        </section>
      )}
      <StatusLine />
    </Panel>
  );
}
