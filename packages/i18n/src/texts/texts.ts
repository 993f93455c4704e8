import { createInstance, type BackendModule, type Module } from 'i18next';
import { FALLBACK_LANGUAGE, type Language } from './languages.ts';

/** Texts of one namespace by key. */
export type Messages = Readonly<Record<string, string>>;
export type TextValues = Readonly<Record<string, string | number>>;

export interface TextsOptions {
  readonly namespaces: readonly string[];
  readonly language: Language;
  /** The complete English texts by namespace; what another language lacks comes from here. */
  readonly english: Readonly<Record<string, Messages>>;
  /** Loads a language other than English, e.g. i18next-http-backend; asked for only when such a language is chosen. */
  remote(): Promise<Module>;
  /** Options of the remote backend. */
  readonly remoteOptions: Readonly<Record<string, unknown>>;
}

/** Texts of one language at a time, with the English ones behind them. */
export interface Texts {
  readonly language: Language;
  /** The text of `namespace:key`, with `{{name}}` filled from `values`; `count` picks the plural form. */
  text(namespace: string, key: string, values?: TextValues): string;
  /** Whether there is such a text, in this language or in English. */
  has(namespace: string, key: string): boolean;
  /** Loads the language, then switches; on failure the old one stays and the promise rejects. */
  setLanguage(language: Language): Promise<void>;
  /** Called after each switch. */
  subscribe(listener: () => void): () => void;
}

/** Where texts of a language are served: `/i18n/{namespace}/{language}.{environment}.json?v=1`. */
export function textsPath(environment: string): string {
  return `/i18n/{{ns}}/{{lng}}.${environment}.json?v=1`;
}

/** Connects the remote backend when the first language other than English is asked for. */
function remoteBackend(options: TextsOptions): BackendModule {
  let remote: Promise<BackendModule> | undefined;
  const connect = async (): Promise<BackendModule> => {
    const found = (await options.remote()) as unknown;
    const backend = typeof found === 'function' ? new (found as new () => BackendModule)() : (found as BackendModule);
    backend.init(undefined as never, options.remoteOptions, {});
    return backend;
  };
  return {
    type: 'backend',
    init: () => undefined,
    read: (language, namespace, done) => {
      remote ??= connect();
      remote.then(
        (backend) => backend.read(language, namespace, done),
        (error: unknown) => done(error instanceof Error ? error : String(error), false),
      );
    },
  };
}

/** Resolves once the texts of `options.language` and the English ones behind them can be read. */
export async function createTexts(options: TextsOptions): Promise<Texts> {
  const engine = createInstance();
  engine.use(remoteBackend(options));
  await engine.init({
    lng: options.language.tag,
    fallbackLng: FALLBACK_LANGUAGE.tag,
    load: 'currentOnly',
    ns: [...options.namespaces],
    resources: { [FALLBACK_LANGUAGE.tag]: options.english },
    partialBundledLanguages: true,
    // English is there already: nothing to wait a turn for.
    initAsync: options.language.tag !== FALLBACK_LANGUAGE.tag,
    keySeparator: false,
    nsSeparator: ':',
    interpolation: { escapeValue: false },
    returnNull: false,
  } as Parameters<typeof engine.init>[0]);
  let language = options.language;
  const listeners = new Set<() => void>();
  return {
    get language() {
      return language;
    },
    text: (namespace, key, values) => {
      // Most words of a screen are plain English: the way through the engine costs more than everything else of a first label.
      const plain = values === undefined && language.tag === FALLBACK_LANGUAGE.tag ? options.english[namespace]?.[key] : undefined;
      return plain === undefined || /\{\{|\$t\(/.test(plain) ? engine.t(`${namespace}:${key}`, { ...values }) : plain;
    },
    has: (namespace, key) => engine.exists(`${namespace}:${key}`),
    setLanguage: async (next) => {
      await engine.changeLanguage(next.tag);
      language = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
