import { formatsOf, type Formats, type Texts, type TextValues } from '@tapedeck/i18n';
import { invariant } from '@tapedeck/domain';
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type common from './text.en.json';

const TextsContext = createContext<Texts | undefined>(undefined);

export const TextsProvider = TextsContext.Provider;

/** A key as code names it: plural forms share one. */
export type KeyOf<Messages> = keyof Messages extends infer Key ? (Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key) : never;
export type Translate<Key> = (key: Key, values?: TextValues) => string;

export function useTexts(): Texts {
  const texts = useContext(TextsContext);
  invariant(texts !== undefined, 'a screen is rendered inside TextsProvider');
  return texts;
}

/** Tag of the language on screen; re-renders when it changes. */
export function useLanguageTag(): string {
  const texts = useTexts();
  return useSyncExternalStore(
    (listener) => texts.subscribe(listener),
    () => texts.language.tag,
  );
}

/** The hook of one namespace, typed by the keys of its English file. */
export function textHook<Messages>(namespace: string): () => Translate<KeyOf<Messages>> {
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

/** Words that every screen needs. */
export const useCommonText = textHook<typeof common>('platform');

export function useFormats(): Formats {
  return formatsOf(useLanguageTag());
}
