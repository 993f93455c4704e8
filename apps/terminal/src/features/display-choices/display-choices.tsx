import type { Language } from '@tapedeck/i18n';
import { Button, GlobeIcon, Menu, MoonIcon, SunIcon } from '@tapedeck/ui';
import { chooseTexts } from '../../platform/language-choice.ts';
import { SHIPPED } from '../../platform/languages.ts';
import { textHook, useLanguageTag, useTexts } from '../../platform/texts.tsx';
import { setTheme, useTheme } from '../../platform/theme.ts';
import styles from './display-choices.module.css';
import english from './text.en.json';

const useText = textHook('display-choices', english);

/** The shortest unambiguous name of a language: EN, DE, but ZH-TW. */
function shortName({ tag }: Language): string {
  const [base = tag] = tag.split('-');
  const alone = SHIPPED.filter((language) => language.tag.startsWith(base)).length === 1;
  return (alone || tag === base ? base : tag).toUpperCase();
}

function LanguageSwitch() {
  const text = useText();
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
  const text = useText();
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Button tone="ghost" aria-label={text(other === 'light' ? 'toLight' : 'toDark')} onClick={() => setTheme(other)}>
      {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
    </Button>
  );
}

/** Language and theme. */
export function DisplayChoices() {
  return (
    <div className={styles['choices']}>
      <LanguageSwitch />
      <ThemeSwitch />
    </div>
  );
}
