import { RULES } from './rules-identity.ts';

/** Rules of the last server whose journals did not name them. */
const UNNAMED = 'e18ae45d8985736f';

/**
 * Earlier identities of the rules that this version has: their recordings changed because more was recorded, and the commands
 * recorded before still had the same outcome. A journal under one of them needs no upgrade.
 */
const SAME: ReadonlySet<string> = new Set([RULES]);

export { RULES };

/** Whether a journal goes on under the rules that it began with. `written` is absent in journals that do not name them. */
export const isUnderTheseRules = (written = UNNAMED): boolean => SAME.has(written);
