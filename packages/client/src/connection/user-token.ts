import { TOKEN_COOKIE_MINUTES } from '../constants.ts';
import type { ClientPorts } from '../ports/ports.ts';

const NAME = 'usertoken';
/** What the mobile app adds to the browser's name. */
const APP_AGENT = /\bTapedeckApp\/\d/;
/** Tokens of the server are such; anything else would be another cookie's attributes. */
const TOKEN = /^[\w-]{16,256}$/;

const TAIL_LENGTH = 8;

/** The token of a log-in, where the server hands one out: requests carry it in a header beside the session cookie. */
export interface UserToken {
  /** Headers of a request; none where the session cookie alone is sent. */
  headers(): Readonly<Record<string, string>>;
  /** Its end, by which a list can be asked for without telling the token. */
  tail(): string | undefined;
  keep(token: string | undefined): void;
  forget(): void;
}

export function createUserToken({ cookies, agent }: Pick<ClientPorts, 'cookies' | 'agent'>): UserToken {
  const isApp = APP_AGENT.test(agent);
  /** The app's browser may refuse cookies of scripts. */
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
