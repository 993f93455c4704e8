import { TOKEN_COOKIE_MINUTES } from '../constants.ts';
import type { ClientPorts } from '../ports/ports.ts';

const NAME = 'usertoken';
/** Suffix that the mobile app adds to the browser's user agent. */
const APP_AGENT = /\bTapedeckApp\/\d/;
/** Format of the server's tokens; other characters could inject cookie attributes. */
const TOKEN = /^[\w-]{16,256}$/;

const TAIL_LENGTH = 8;

/** The token of a log-in, where the server returns one: requests carry it in a header beside the session cookie. */
export interface UserToken {
  /** Headers of a request; none if the session cookie alone is sent. */
  headers(): Readonly<Record<string, string>>;
  /** The end of the token, which identifies a list without revealing the token. */
  tail(): string | undefined;
  keep(token: string | undefined): void;
  forget(): void;
}

export function createUserToken({ cookies, agent }: Pick<ClientPorts, 'cookies' | 'agent'>): UserToken {
  const isApp = APP_AGENT.test(agent);
  /** The app's browser may refuse script cookies. */
  let held: string | undefined;
  const stored = (): string | undefined => cookies.get(NAME) ?? (isApp ? held : undefined);
  return {
    headers() {
      const token = stored();
      return token === undefined ? {} : { [NAME]: token };
    },
    tail: () => stored()?.slice(-TAIL_LENGTH),
    keep(token) {
      if (token === undefined || !TOKEN.test(token)) return;
      held = token;
      cookies.set(NAME, token, TOKEN_COOKIE_MINUTES);
    },
    forget() {
      held = undefined;
      if (cookies.get(NAME) !== undefined) cookies.set(NAME, '', 0);
    },
  };
}
