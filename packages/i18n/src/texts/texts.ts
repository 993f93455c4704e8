import { FALLBACK_LANGUAGE, type Language } from './languages.ts';

/** Texts of one namespace by key. */
export type Messages = Readonly<Record<string, string>>;
export type TextValues = Readonly<Record<string, string | number>>;

export interface TextsOptions {
  readonly namespaces: readonly string[];
  /** Those that the first screen shows: the others come when one of their texts is asked for, or with `loadRest`. All unless given. */
  readonly first?: readonly string[];
  readonly language: Language;
  /** The complete English texts by namespace; what another language lacks comes from here. */
  readonly english: Readonly<Record<string, Messages>>;
  /** Texts of a namespace in a language other than English; asked for only when such a language is chosen. */
  load(language: Language, namespace: string): Promise<Messages>;
}

/** Texts of one language at a time, with the English ones behind them. */
export interface Texts {
  readonly language: Language;
  /** The text of `key`, with `{{name}}` filled from `values`; `count` picks the plural form. A key without a text is shown as it is. */
  text(namespace: string, key: string, values?: TextValues): string;
  /** Whether there is such a text, in this language or in English. */
  has(namespace: string, key: string): boolean;
  /** Loads the language, then switches, unless another was asked for meanwhile; on failure the old one stays and the promise rejects. */
  setLanguage(language: Language): Promise<void>;
  /** Loads what the first screen did not need. */
  loadRest(): void;
  /** Another object once the texts of a namespace have come or the language was switched. */
  messages(namespace: string): Messages | undefined;
  /** Called after each switch, and when further texts of the language have come. */
  subscribe(listener: () => void): () => void;
}

/** Where texts of a language are served. */
export function textsPath(environment: string, { tag }: Language, namespace: string): string {
  return `/i18n/${namespace}/${tag}.${environment}.json?v=1`;
}

/** The words of one language. */
interface Words {
  readonly language: Language;
  readonly messages: Record<string, Messages>;
  /** How often each namespace was asked for since. */
  readonly tries: Map<string, number>;
  readonly loading: Set<string>;
  /** Made with the first plural: most screens have none. */
  rules?: Intl.PluralRules;
}

function found(words: Words, namespace: string, key: string, count: string | number | undefined): string | undefined {
  const messages = words.messages[namespace];
  if (typeof count !== 'number') return messages?.[key];
  words.rules ??= new Intl.PluralRules(words.language.tag);
  return messages?.[`${key}_${words.rules.select(count)}`] ?? messages?.[`${key}_other`] ?? messages?.[key];
}

function filled(text: string, values: TextValues | undefined): string {
  if (values === undefined) return text;
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => (values[name] === undefined ? place : String(values[name])));
}

const isEnglish = (language: Language): boolean => language.tag === FALLBACK_LANGUAGE.tag;
const namespacesOf = (language: Language, all: readonly string[]): readonly string[] =>
  language.only === undefined ? all : all.filter((namespace) => language.only?.includes(namespace));

/** Texts that cannot be loaded are not asked for for ever: the English ones stand in. */
const TRIES_MAX = 5;

const wordsWith = (language: Language, messages: Record<string, Messages>): Words => ({
  language,
  messages,
  tries: new Map(),
  loading: new Set(),
});

/** Resolves once the first texts of `options.language` can be read; when they cannot be loaded, in English. */
export async function createTexts({ namespaces, first = namespaces, language, english, load }: TextsOptions): Promise<Texts> {
  const fallback = wordsWith(FALLBACK_LANGUAGE, { ...english });
  const wordsOf = async (wanted: Language, some: readonly string[]): Promise<Words> => {
    if (isEnglish(wanted)) return fallback;
    const loaded = await Promise.all(
      namespacesOf(wanted, some).map(async (namespace) => [namespace, await load(wanted, namespace)] as const),
    );
    return wordsWith(wanted, Object.fromEntries(loaded));
  };
  let words = isEnglish(language) ? fallback : await wordsOf(language, first).catch(() => fallback);
  const listeners = new Set<() => void>();
  let asked = words.language;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const loadLater = (namespace: string): void => {
    const own = words;
    const tried = own.tries.get(namespace) ?? 0;
    if (isEnglish(own.language) || own.messages[namespace] !== undefined || own.loading.has(namespace) || tried >= TRIES_MAX) return;
    if (!namespacesOf(own.language, namespaces).includes(namespace)) return;
    own.tries.set(namespace, tried + 1);
    own.loading.add(namespace);
    load(own.language, namespace)
      .then(
        (messages) => {
          own.messages[namespace] = messages;
          if (words === own) tell();
        },
        // The next text that is asked for tries again.
        () => undefined,
      )
      .finally(() => own.loading.delete(namespace));
  };
  const lookUp = (namespace: string, key: string, count?: string | number): string | undefined => {
    loadLater(namespace);
    return found(words, namespace, key, count) ?? found(fallback, namespace, key, count);
  };
  return {
    get language() {
      return words.language;
    },
    text: (namespace, key, values) => filled(lookUp(namespace, key, values?.['count']) ?? key, values),
    has: (namespace, key) => lookUp(namespace, key) !== undefined,
    loadRest: () => {
      for (const namespace of namespaces) loadLater(namespace);
    },
    messages: (namespace) => words.messages[namespace],
    setLanguage: async (next) => {
      asked = next;
      const loaded = await wordsOf(next, namespaces);
      if (asked !== next) return;
      words = loaded;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
