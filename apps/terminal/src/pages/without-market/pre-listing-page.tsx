import { milliseconds, type Instrument } from '@tapedeck/domain';
import { StateMessage } from '@tapedeck/ui';
import { Terms } from '../../features/contract-details/index.ts';
import { SymbolButton } from '../../features/symbol-header/index.ts';
import { useFirstView } from '../../platform/first-view.tsx';
import { goTo } from '../../platform/navigation.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { utcClock } from '../../platform/utc-clock.ts';
import { useText } from './texts.ts';
import { tradePath } from '../paths.ts';
import styles from './pre-listing-page.module.css';
import page from '../trade-page.module.css';

/** An announced contract: its launch time and terms. The workspace replaces it at the launch. */
export function PreListingPage({ instrument }: { readonly instrument: Instrument }) {
  const text = useText();
  const formats = useFormats();
  useFirstView();
  const launchAt = instrument.launchAt === undefined ? undefined : milliseconds(instrument.launchAt);
  return (
    <main className={page['message']}>
      <h1>
        <SymbolButton instrument={instrument} onSymbol={(symbol) => goTo(tradePath(symbol))} />
      </h1>
      <StateMessage
        title={text('title', { symbol: instrument.symbol })}
        detail={launchAt === undefined ? undefined : text('detail', { time: formats.dateMinute(launchAt) })}
      />
      {launchAt !== undefined && (
        <p className={styles['countdown']}>
          <span>{text('countdown')}</span> <Ticking sources={[utcClock]} read={() => formats.span(launchAt - utcClock.get())} />
        </p>
      )}
      <div className={styles['known']}>
        <Terms instrument={instrument} />
      </div>
    </main>
  );
}
