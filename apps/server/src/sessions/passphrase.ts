import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const COST = { N: 16_384, r: 8, p: 1 };

/** Compares passphrases in constant time; only a slow hash of the right one stays in memory. */
export class PassphraseCheck {
  readonly #salt = randomBytes(SALT_BYTES);
  readonly #expected: Promise<Buffer>;

  constructor(passphrase: string) {
    this.#expected = derive(passphrase, this.#salt);
  }

  async matches(candidate: string): Promise<boolean> {
    const [expected, given] = await Promise.all([this.#expected, derive(candidate, this.#salt)]);
    return timingSafeEqual(expected, given);
  }
}

function derive(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
