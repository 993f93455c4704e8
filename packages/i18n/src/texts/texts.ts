import { FALLBACK_LANGUAGE, type Language } from './languages.ts';

/** Texts of one namespace by key. */
export type Messages = Readonly<Record<string, string>>;
export type TextValues = Readonly<Record<string, string | number>>;

export interface TextsOptions {
  readonly namespaces: readonly string[];
  /** Namespaces of the first screen: the others load on first use, or with `loadRest`. All by default. */
  readonly first?: readonly string[];
  readonly language: Language;
  /** The English texts by namespace, which fill gaps of other languages. Read in place, because more may be added. */
  readonly english: Readonly<Record<string, Messages>>;
  /** Texts of a namespace in a language other than English; requested only when such a language is selected. */
  load(language: Language, namespace: string): Promise<Messages>;
}

/** Texts of one language at a time, with English as fallback. */
export interface Texts {
  readonly language: Language;
  /** The text of `key`, with `{{name}}` filled from `values`; `count` selects the plural form. A key without a text is shown unchanged. */
  text(namespace: string, key: string, values?: TextValues): string;
  /** Whether there is such a text, in this language or in English. */
  has(namespace: string, key: string): boolean;
  /** Loads the language, then switches, unless another one was selected meanwhile; on failure the old one stays and the promise rejects. */
  setLanguage(language: Language): Promise<void>;
  /** Loads the namespaces that the first screen did not need. */
  loadRest(): void;
  /** Another object once the texts of a namespace have loaded or the language was switched. */
  messages(namespace: string): Messages | undefined;
  /** Called after each switch, and when further texts of the language have loaded. */
  subscribe(listener: () => void): () => void;
}

/** Location of a language's texts. */
export function textsPath(environment: string, { tag }: Language, namespace: string): string {
  return `/i18n/${namespace}/${tag}.${environment}.json?v=1`;
}

/** The texts of one language. */
interface Words {
  readonly language: Language;
  messages: Readonly<Record<string, Messages>>;
  /** Requests of each namespace since. */
  readonly tries: Map<string, number>;
  readonly loading: Set<string>;
  /** Created for the first plural: most screens have none. */
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

/** Texts that cannot be loaded are not requested indefinitely: the English ones are used. */
const TRIES_MAX = 5;

const wordsWith = (language: Language, messages: Words['messages']): Words => ({
  language,
  messages,
  tries: new Map(),
  loading: new Set(),
});

/** Resolves once the first texts of `options.language` are readable; if they cannot be loaded, in English. */
export async function createTexts({ namespaces, first = namespaces, language, english, load }: TextsOptions): Promise<Texts> {
  const fallback = wordsWith(FALLBACK_LANGUAGE, english);
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
          own.messages = { ...own.messages, [namespace]: messages };
          if (words === own) tell();
        },
        // The next requested text tries again.
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
