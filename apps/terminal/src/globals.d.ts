/** Deployment whose text files are read: production, testnet or test. */
declare const __TEXTS_ENVIRONMENT__: string;
/** Folders of the source that have English texts, by name. */
declare const __NAMESPACES__: readonly string[];
/** Tags of the languages whose texts were complete at build time. */
declare const __WHOLE_LANGUAGES__: readonly string[];
