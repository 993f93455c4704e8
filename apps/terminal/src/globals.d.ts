/** Deployment whose text files are read: production, testnet or test. */
declare const __TEXTS_ENVIRONMENT__: string;
/** Folders of the source that have English texts, by name. */
declare const __NAMESPACES__: readonly string[];
/** Tags of the languages whose texts were complete at build time. */
declare const __WHOLE_LANGUAGES__: readonly string[];

/** Trusted types, in browsers that have them; the compiler's library lacks them. A trusted address stands wherever an address does. */
interface TrustedScripts {
  createScriptURL(address: string): string;
}
declare var trustedTypes: { createPolicy(name: string, rules: TrustedScripts): TrustedScripts } | undefined;

/** The address of the built worker. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
