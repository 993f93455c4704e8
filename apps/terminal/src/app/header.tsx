import { Button, ChevronDownIcon, Menu } from '@tapedeck/ui';
import { AfterFirstView } from '../platform/first-view.tsx';
import { goTo, Link } from '../platform/navigation.tsx';
import { usePageText } from '../pages/page-text.ts';
import styles from './header.module.css';
import { AccountLine, DisplayChoices, PaperChip, UserMenu } from '../pages/later.ts';
import { useSitePages } from '../pages/site-pages.ts';

/** The product's name as a logo; it is drawn the same in every language. */
function Wordmark() {
  const [first, second] = ['tape', 'deck'] as const;
  return (
    <span aria-hidden="true" translate="no">
      {first}
      <b>{second}</b>
    </span>
  );
}

/** The page's header: product, pages, account, settings. On a narrow screen the pages are behind a button. */
export function Header() {
  const page = usePageText();
  const pages = useSitePages();
  return (
    <header className={styles['header']}>
      <Link to="/" className={styles['logo']} aria-label={page('product')}>
        <Wordmark />
      </Link>
      <nav aria-label={page('nav')} className={styles['nav']}>
        {pages.map(({ to, name, isHere }) => (
          <Link key={to} to={to} aria-current={isHere ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <span className={styles['pages']}>
        <Menu
          trigger={
            <Button tone="ghost" size="small">
              <span className={styles['here']}>{pages.find(({ isHere }) => isHere)?.name ?? page('nav')}</span>
              <ChevronDownIcon />
            </Button>
          }
          items={pages.map(({ to, name, isHere }) => ({ id: to, label: name, checked: isHere, onSelect: () => goTo(to) }))}
        />
      </span>
      <span className={styles['space']} />
      <AfterFirstView>
        <PaperChip />
        <AccountLine />
        <DisplayChoices />
        <UserMenu />
      </AfterFirstView>
    </header>
  );
}
