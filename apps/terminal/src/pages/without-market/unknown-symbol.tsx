import { StateMessage } from '@tapedeck/ui';
import { useFirstView } from '../../platform/first-view.tsx';
import { Link } from '../../platform/navigation.tsx';
import { useText } from './texts.ts';
import { nameInAddress, tradePath } from '../paths.ts';
import page from '../trade-page.module.css';
import styles from './unknown-symbol.module.css';

/** Says that no market has the symbol of the address, and links to some that are listed. */
export function UnknownSymbol({ symbol, known }: { symbol: string; known: readonly string[] }) {
  const text = useText();
  useFirstView();
  return (
    <main className={page['message']}>
      <StateMessage title={text('unknown', { symbol: nameInAddress(symbol) })} detail={text('unknownDetail')} />
      <ul className={styles['links']}>
        {known.slice(0, 6).map((name) => (
          <li key={name}>
            <Link to={tradePath(name)}>{name}</Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
