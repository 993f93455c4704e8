import { useClient } from '../../platform/client-context.tsx';
import { textHook, useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { utcClock } from '../../platform/utc-clock.ts';
import styles from './status-line.module.css';
import type english from './text.en.json';

const useText = textHook<typeof english>('connection');

function Connection() {
  const { connection } = useClient();
  const text = useText();
  const state = useSelected(connection, (value) => {
    if (value.public === 'lost' || value.private === 'lost') return 'lost';
    return value.public === 'open' && value.private !== 'connecting' ? 'connected' : 'connecting';
  });
  return (
    <span className={styles['connection']}>
      <i className={styles['dot']} data-state={state} aria-hidden="true" />
      <span role="status">{text(state)}</span>
      {state === 'connected' && (
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
  const market = useSelected(useClient().session, (session) => (session.status === 'idle' ? undefined : session.data?.market));
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
  const { exchangeTime } = useClient();
  return (
    <footer className={styles['line']} aria-label={text('region')}>
      <Connection />
      <Source />
      <Ticking
        className={styles['clock']}
        sources={[utcClock, exchangeTime]}
        read={() => text('clock', { time: formats.dateTime(exchangeTime.get() ?? utcClock.get()) })}
      />
    </footer>
  );
}
