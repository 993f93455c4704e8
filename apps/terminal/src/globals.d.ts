/** Which deployment's text files are read: production, testnet or test. */
declare const __TEXTS_ENVIRONMENT__: string;
/** Tags of the languages whose texts were whole when the page was built. */
declare const __WHOLE_LANGUAGES__: readonly string[];
