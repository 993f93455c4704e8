import { formatsOf, type Formats, type Messages, type Texts, type TextValues } from '@tapedeck/i18n';
import { invariant } from '@tapedeck/domain';
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import common from './text.en.json';

const TextsContext = createContext<Texts | undefined>(undefined);

export const TextsProvider = TextsContext.Provider;

/** A key in code: plural forms share one. */
export type KeyOf<Own> = keyof Own extends infer Key ? (Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key) : never;
export type Translate<Key> = (key: Key, values?: TextValues) => string;

export function useTexts(): Texts {
  const texts = useContext(TextsContext);
  invariant(texts !== undefined, 'a screen is rendered inside TextsProvider');
  return texts;
}

/** Tag of the displayed language; re-renders when it changes. */
export function useLanguageTag(): string {
  const texts = useTexts();
  return useSyncExternalStore(
    (listener) => texts.subscribe(listener),
    () => texts.language.tag,
  );
}

const english: Record<string, Messages> = {};

/** The English texts by namespace, from every loaded script: each brings its own. Read in place. */
export const ENGLISH: Readonly<Record<string, Messages>> = english;

/** The hook of one namespace, typed by the keys of its English texts, which are the fallback of every other language. */
export function textHook<Own extends Messages>(namespace: string, texts: Own): () => Translate<KeyOf<Own>> {
  invariant((english[namespace] ?? texts) === texts, 'a namespace has one file of English texts');
  english[namespace] = texts;
  return function useText() {
    const texts = useTexts();
    const tag = useLanguageTag();
    const messages = useSyncExternalStore(
      (listener) => texts.subscribe(listener),
      () => texts.messages(namespace),
    );
    // A new function for other texts: components that depend on it then write their words again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    return useMemo(() => (key, values) => texts.text(namespace, String(key), values), [texts, tag, messages]);
  };
}

/** Texts that every screen needs. */
export const useCommonText = textHook('platform', common);

export function useFormats(): Formats {
  return formatsOf(useLanguageTag());
}
