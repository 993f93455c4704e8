import type { Language } from '@tapedeck/i18n';
import { Button, ChevronDownIcon, GlobeIcon, Menu, MoonIcon, SunIcon } from '@tapedeck/ui';
import { AfterFirstView } from '../platform/first-view.tsx';
import { chooseTexts } from '../platform/language-choice.ts';
import { SHIPPED } from '../platform/languages.ts';
import { goTo, Link, usePath } from '../platform/navigation.tsx';
import { useOffers } from '../platform/session.tsx';
import { useLanguageTag, useTexts } from '../platform/texts.tsx';
import { setTheme, useTheme } from '../platform/theme.ts';
import { usePageText } from '../pages/page-text.ts';
import { useAppText } from './app-text.ts';
import styles from './header.module.css';
import { AccountLine, PaperChip, UserMenu } from '../pages/later.ts';
import {
  API_KEYS_PATH,
  COPY_PATH,
  isPair,
  optionOfPath,
  optionPath,
  SPOT_SYMBOL,
  SPREAD_PATH,
  symbolOfPath,
  tradePath,
} from '../pages/paths.ts';

/** The shortest unambiguous name of a language: EN, DE, but ZH-TW. */
function shortName({ tag }: Language): string {
  const [base = tag] = tag.split('-');
  const alone = SHIPPED.filter((language) => language.tag.startsWith(base)).length === 1;
  return (alone || tag === base ? base : tag).toUpperCase();
}

function LanguageSwitch() {
  const text = useAppText();
  const texts = useTexts();
  useLanguageTag();
  return (
    <Menu
      trigger={
        <Button tone="ghost" aria-label={text('language', { name: texts.language.name })}>
          <GlobeIcon />
          <span className={styles['language']}>{shortName(texts.language)}</span>
        </Button>
      }
      items={SHIPPED.map((language) => ({
        id: language.tag,
        label: <span lang={language.tag}>{language.name}</span>,
        checked: language.tag === texts.language.tag,
        onSelect: () => chooseTexts(texts, language),
      }))}
    />
  );
}

function ThemeSwitch() {
  const text = useAppText();
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Button tone="ghost" aria-label={text(other === 'light' ? 'toLight' : 'toDark')} onClick={() => setTheme(other)}>
      {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
    </Button>
  );
}

/** The product's name as a logo; it is drawn the same in every language. */
function Wordmark() {
  const [first, second] = ['tape', 'deck'];
  return (
    <span aria-hidden="true">
      {first}
      <b>{second}</b>
    </span>
  );
}

/** Pages linked in the header. */
function usePages(): readonly { readonly to: string; readonly name: string; readonly isHere: boolean }[] {
  const text = useAppText();
  const page = usePageText();
  const path = usePath();
  const onOptions = optionOfPath(path) !== undefined;
  const onSpread = path.startsWith(SPREAD_PATH);
  const onCopy = path.startsWith(COPY_PATH);
  const onKeys = path.startsWith(API_KEYS_PATH);
  const onSpot = isPair(symbolOfPath(path) ?? '');
  const { copyTrading, strategies } = useOffers();
  return [
    { to: '/', name: text('derivatives'), isHere: !onOptions && !onSpot && !onSpread && !onCopy && !onKeys },
    { to: optionPath({ base: 'BTC', settle: 'USDC' }), name: page('options'), isHere: onOptions },
    { to: tradePath(SPOT_SYMBOL), name: page('spot'), isHere: onSpot },
    ...(strategies.includes('FutureSpread') ? [{ to: SPREAD_PATH, name: text('spreads'), isHere: onSpread }] : []),
    ...(copyTrading ? [{ to: COPY_PATH, name: page('copyTrading'), isHere: onCopy }] : []),
  ];
}

/** The page's header: product, pages, account, settings. On a narrow screen the pages are behind a button. */
export function Header() {
  const text = useAppText();
  const page = usePageText();
  const pages = usePages();
  return (
    <header className={styles['header']}>
      <Link to="/" className={styles['logo']} aria-label={page('product')}>
        <Wordmark />
      </Link>
      <nav aria-label={text('nav')} className={styles['nav']}>
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
              <span className={styles['here']}>{pages.find(({ isHere }) => isHere)?.name ?? text('nav')}</span>
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
        <div className={styles['choices']}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <UserMenu />
      </AfterFirstView>
    </header>
  );
}
