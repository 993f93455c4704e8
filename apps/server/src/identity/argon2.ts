import { randomBytes } from 'node:crypto';
import { argon2Verify, argon2id } from 'hash-wasm';

/** OWASP's minimum cost: 19 MiB, two passes, one lane. */
const COST = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32 } as const;
const SALT_BYTES = 16;

/** Argon2id of a password in PHC form, with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return argon2id({ ...COST, password: password.normalize('NFKC'), salt: randomBytes(SALT_BYTES), outputType: 'encoded' });
}

/** A hash without a password: comparing with it takes as long as with a real one. */
export function unmatchedHash(): string {
  const text = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${COST.memorySize},t=${COST.iterations},p=${COST.parallelism}$${text(SALT_BYTES)}$${text(COST.hashLength)}`;
}

/** Compares in constant time; `false` for a malformed hash. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (password === '' || !hash.startsWith('$argon2id$')) return false;
  return argon2Verify({ password: password.normalize('NFKC'), hash });
}
