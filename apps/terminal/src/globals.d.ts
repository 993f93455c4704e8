/** Which deployment's text files are read: production, testnet or test. */
declare const __TEXTS_ENVIRONMENT__: string;
