import { LANGUAGES } from '@tapedeck/i18n';
import { Button, GlobeIcon, Menu, MoonIcon, SunIcon } from '@tapedeck/ui';
import { AfterFirstView } from '../platform/first-view.tsx';
import { Link, usePath } from '../platform/navigation.tsx';
import { reportFailure } from '../platform/notifications.ts';
import { useLanguageTag, useTexts } from '../platform/texts.tsx';
import { setTheme, useTheme } from '../platform/theme.ts';
import { useAppText } from './app-text.ts';
import styles from './header.module.css';
import { AccountLine, PaperChip, UserMenu } from './later.ts';
import { COPY_PATH, isPair, optionOfPath, optionPath, SPOT_SYMBOL, symbolOfPath, tradePath } from './paths.ts';

function LanguageSwitch() {
  const text = useAppText();
  const texts = useTexts();
  useLanguageTag();
  return (
    <Menu
      trigger={
        <Button tone="ghost" aria-label={text('language', { name: texts.language.name })}>
          <GlobeIcon />
          <span className={styles['language']}>{texts.language.tag.toUpperCase()}</span>
        </Button>
      }
      items={LANGUAGES.map((language) => ({
        id: language.tag,
        label: language.name,
        checked: language.tag === texts.language.tag,
        onSelect: () => void texts.setLanguage(language).catch(() => reportFailure({ code: 9000000, message: '' })),
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

/** The product's name as its mark; a mark is drawn the same in every language. */
function Wordmark() {
  const [first, second] = ['tape', 'deck'];
  return (
    <span aria-hidden="true">
      {first}
      <b>{second}</b>
    </span>
  );
}

/** The page's head: product, pages, account, choices. */
export function Header() {
  const text = useAppText();
  const path = usePath();
  const onOptions = optionOfPath(path) !== undefined;
  const onCopy = path.startsWith(COPY_PATH);
  const onSpot = isPair(symbolOfPath(path) ?? '');
  return (
    <header className={styles['header']}>
      <Link to="/" className={styles['logo']} aria-label={text('product')}>
        <Wordmark />
      </Link>
      <nav aria-label={text('nav')} className={styles['nav']}>
        <Link to="/" aria-current={onOptions || onSpot || onCopy ? undefined : 'page'}>
          {text('derivatives')}
        </Link>
        <Link to={optionPath({ base: 'BTC', settle: 'USDC' })} aria-current={onOptions ? 'page' : undefined}>
          {text('options')}
        </Link>
        <Link to={tradePath(SPOT_SYMBOL)} aria-current={onSpot ? 'page' : undefined}>
          {text('spot')}
        </Link>
        <Link to={COPY_PATH} aria-current={onCopy ? 'page' : undefined}>
          {text('copyTrading')}
        </Link>
      </nav>
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
