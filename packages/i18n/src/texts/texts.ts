import { FALLBACK_LANGUAGE, type Language } from './languages.ts';

/** Texts of one namespace by key. */
export type Messages = Readonly<Record<string, string>>;
export type TextValues = Readonly<Record<string, string | number>>;

export interface TextsOptions {
  readonly namespaces: readonly string[];
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
  /** Called after each switch. */
  subscribe(listener: () => void): () => void;
}

/** Where texts of a language are served. */
export function textsPath(environment: string, { tag }: Language, namespace: string): string {
  return `/i18n/${namespace}/${tag}.${environment}.json?v=1`;
}

/** The words of one language. */
interface Words {
  readonly language: Language;
  readonly messages: Readonly<Record<string, Messages>>;
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

/** Resolves once the texts of `options.language` can be read; when they cannot be loaded, in English. */
export async function createTexts({ namespaces, language, english, load }: TextsOptions): Promise<Texts> {
  const fallback: Words = { language: FALLBACK_LANGUAGE, messages: english };
  const wordsOf = async (wanted: Language): Promise<Words> => {
    if (isEnglish(wanted)) return fallback;
    const loaded = await Promise.all(
      namespacesOf(wanted, namespaces).map(async (namespace) => [namespace, await load(wanted, namespace)] as const),
    );
    return { language: wanted, messages: Object.fromEntries(loaded) };
  };
  let words = isEnglish(language) ? fallback : await wordsOf(language).catch(() => fallback);
  const listeners = new Set<() => void>();
  let asked = words.language;
  const lookUp = (namespace: string, key: string, count?: string | number): string | undefined =>
    found(words, namespace, key, count) ?? found(fallback, namespace, key, count);
  return {
    get language() {
      return words.language;
    },
    text: (namespace, key, values) => filled(lookUp(namespace, key, values?.['count']) ?? key, values),
    has: (namespace, key) => lookUp(namespace, key) !== undefined,
    setLanguage: async (next) => {
      asked = next;
      const loaded = await wordsOf(next);
      if (asked !== next) return;
      words = loaded;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
