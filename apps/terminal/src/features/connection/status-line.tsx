import type { ConnectionState } from '@tapedeck/client';
import { useClient } from '../../platform/client-context.tsx';
import { textHook, useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { utcClock } from '../../platform/utc-clock.ts';
import styles from './status-line.module.css';
import english from './text.en.json';

const useText = textHook('connection', english);

type Word = 'connected' | 'connecting' | `${'market' | 'account'}.${'stale' | 'resyncing' | 'offline'}`;

/** The worst first; of two equal ones the market's, without which the account's cannot be correct. */
const TROUBLES = ['offline', 'resyncing', 'stale'] as const;

/** Connection state in one word: the worst of market data and account. */
export function connectionWord({ market, account }: ConnectionState): Word {
  for (const trouble of TROUBLES) {
    if (market === trouble) return `market.${trouble}`;
    if (account === trouble) return `account.${trouble}`;
  }
  return market === 'live' && account !== 'loading' ? 'connected' : 'connecting';
}

const TONES = { connected: 'live', connecting: 'waiting', offline: 'lost', resyncing: 'late', stale: 'late' } as const;

const toneOf = (word: Word): string =>
  word === 'connected' || word === 'connecting' ? TONES[word] : TONES[TROUBLES.find((trouble) => word.endsWith(trouble)) ?? 'offline'];

/** The state of the connection as a colour. */
export function ConnectionDot() {
  const word = useSelected(useClient().connection, connectionWord);
  return <i className={styles['dot']} data-state={toneOf(word)} aria-hidden="true" />;
}

function Connection() {
  const { connection } = useClient();
  const text = useText();
  const word = useSelected(connection, connectionWord);
  return (
    <span className={styles['connection']}>
      <ConnectionDot />
      <span role="status">{text(word)}</span>
      {word === 'connected' && (
        <Ticking
          sources={[connection]}
          read={() => {
            const { latency } = connection.get();
            return latency === undefined ? '' : text('latency', { milliseconds: Math.round(latency) });
          }}
        />
      )}
    </span>
  );
}

function Source() {
  const text = useText();
  const market = useSelected(useClient().session.state, (session) => (session.status === 'idle' ? undefined : session.data?.market));
  if (market === undefined) return null;
  return (
    <>
      <span className={styles['source']}>
        {text(market.source === 'simulated' ? 'sourceSimulated' : 'sourceReplay', { label: market.label })}
      </span>
      {market.speed !== 1 && <span className={styles['source']}>{text('speed', { speed: market.speed })}</span>}
    </>
  );
}

/** Connection, source of the market and the exchange's time. */
export function StatusLine() {
  const text = useText();
  const formats = useFormats();
  const { markets } = useClient();
  return (
    <footer className={styles['line']} aria-label={text('region')}>
      <Connection />
      <Source />
      <Ticking
        className={styles['clock']}
        sources={[utcClock, markets.exchangeTime]}
        read={() => text('clock', { time: formats.dateTime(markets.exchangeTime.get() ?? utcClock.get()) })}
      />
    </footer>
  );
}
