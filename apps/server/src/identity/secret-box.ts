import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readKeyFile } from '../files/key-file.ts';
import { syncFolder } from '../files/sync-folder.ts';

const KEY_FILE = 'api-keys.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const OWNER_ONLY = 0o600;

/** Encrypts recoverable secrets with a key file beside the log: the log or a backup alone reveals nothing. */
export class SecretBox {
  readonly #key: Buffer;

  private constructor(key: Buffer) {
    this.#key = key;
  }

  /** Reads the key file of a data folder, or creates it. */
  static open(folder: string): SecretBox {
    const file = join(folder, KEY_FILE);
    if (!existsSync(file)) makeKey(folder, file);
    // A restored copy may have other file permissions.
    chmodSync(file, OWNER_ONLY);
    const text = readKeyFile(file, /^[0-9a-f]{64}$/, 'restore it from a backup, or delete it and create the API keys again');
    return new SecretBox(Buffer.from(text, 'hex'));
  }

  /** `owner` names the owner of the secret: under another name it cannot be decrypted. */
  seal(secret: string, owner: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** `undefined` if it was encrypted with another key file or for another owner, or has changed since. */
  unseal(text: string, owner: string): string | undefined {
    const bytes = Buffer.from(text, 'base64url');
    const at = NONCE_BYTES + TAG_BYTES;
    if (bytes.length < at) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, at));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(at)), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

/** Complete and on the disk before anything is encrypted with it. */
function makeKey(folder: string, file: string): void {
  const beside = `${file}.writing`;
  const handle = openSync(beside, 'w', OWNER_ONLY);
  try {
    writeSync(handle, `${randomBytes(KEY_BYTES).toString('hex')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(beside, file);
  syncFolder(folder);
}
