import { keepChoice, readChoice } from './storage.ts';

const CODE = /^[\w.-]{1,64}$/;

/** An invitation link, with its language and the inviter's code. */
export const shareLink = (origin: string, language: string, code: string): string =>
  `${origin}/${language}/invite?ref=${encodeURIComponent(code)}`;

/** The language of an invite page's address. */
export const inviteLanguageOf = (path: string): string | undefined => /^\/([A-Za-z]{2}(?:-[A-Za-z]{2,4})?)\/invite\/?$/.exec(path)?.[1];

/** The code in the query of an address; `undefined` if absent or malformed. */
export function inviteOfAddress(query: string): string | undefined {
  const code = new URLSearchParams(query).get('ref') ?? '';
  return CODE.test(code) ? code : undefined;
}

export const keepInvite = (code: string): void => keepChoice('invite', code);
/** Inviter's code of this browser's visitor. */
export const keptInvite = (): string | undefined => readChoice('invite');
