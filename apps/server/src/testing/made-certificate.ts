import { sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

/** A self-signed certificate in PEM form, so that tests need no program that makes one. */
export interface MadeCertificate {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly names: readonly string[];
  readonly from: number;
  readonly to: number;
}

const SHORT_MAX = 0x7f;

/** DER: tag, length, contents. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const contents = Buffer.concat(parts);
  if (contents.length <= SHORT_MAX) return Buffer.concat([Buffer.of(tag, contents.length), contents]);
  return Buffer.concat([Buffer.of(tag, 0x82, contents.length >> 8, contents.length & 0xff), contents]);
}
const SEQUENCE = 0x30;
const INTEGER = 0x02;
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** Signature algorithms by the type of the key, with SHA-256 where they name a hash. */
const ALGORITHMS: Readonly<Record<string, Buffer>> = {
  rsa: hex('300d06092a864886f70d01010b0500'),
  ec: hex('300a06082a8648ce3d040302'),
  ed25519: hex('300506032b6570'),
};
const COMMON_NAME = hex('0603550403');
const ALTERNATIVE_NAMES = hex('0603551d11');

const timeOf = (time: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(time).toISOString().replace(/\D/g, '').slice(0, 'yyyymmddhhmmss'.length)}Z`));

const alternative = (name: string): Buffer =>
  isIP(name) === 4 ? der(0x87, Uint8Array.from(name.split('.'), Number)) : der(0x82, Buffer.from(name));

export function makeCertificate({ privateKey, publicKey, names, from, to }: MadeCertificate): string {
  const algorithm = ALGORITHMS[privateKey.asymmetricKeyType ?? ''] ?? Buffer.alloc(0);
  const subject = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from('test')))));
  const contents = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.of(2))),
    der(INTEGER, Buffer.of(1)),
    algorithm,
    subject,
    der(SEQUENCE, timeOf(from), timeOf(to)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, ALTERNATIVE_NAMES, der(0x04, der(SEQUENCE, ...names.map(alternative)))))),
  );
  const hash = privateKey.asymmetricKeyType === 'ed25519' ? undefined : 'sha256';
  const whole = der(SEQUENCE, contents, algorithm, der(0x03, Buffer.of(0), sign(hash, contents, privateKey)));
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
