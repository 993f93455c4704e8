import { createHmac, createPublicKey, createSecretKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';

const RSA_BITS_MIN = 2_048;
const RSA_BITS_MAX = 4_096;
const HEX_DIGITS = /^[0-9a-f]{64}$/i;
/** 4,096 bits in base64, with room for line breaks that some programs keep. */
const RSA_SIGNATURE_LENGTH_MAX = 720;

/** Verifies a signature with its key. */
export type SignatureCheck = (text: string, signature: string) => boolean;

/** HMAC-SHA256 in hexadecimal digits, compared in constant time. */
export function checkByHmac(secret: string): SignatureCheck {
  const key: KeyObject = createSecretKey(secret, 'utf8');
  return (text, signature) =>
    HEX_DIGITS.test(signature) && timingSafeEqual(createHmac('sha256', key).update(text).digest(), Buffer.from(signature, 'hex'));
}

/** RSA-SHA256 (PKCS #1 v1.5) in base64. */
export function checkByRsa(publicKey: string): SignatureCheck {
  const key = createPublicKey(publicKey);
  return (text, signature) =>
    signature.length <= RSA_SIGNATURE_LENGTH_MAX && verify('RSA-SHA256', Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

/** The key in its standard PEM form, or the reason why it is invalid. */
export function readPublicKey(text: string): { readonly pem: string } | { readonly wrong: string } {
  // A private key would also be accepted, and its public half used: it must not be sent at all.
  if (text.includes('PRIVATE KEY')) return { wrong: 'is a private key: create a new pair and send its public key' };
  try {
    const key = createPublicKey(text);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (key.asymmetricKeyType !== 'rsa') return { wrong: 'is not an RSA key' };
    if (bits < RSA_BITS_MIN || bits > RSA_BITS_MAX) return { wrong: `has ${bits} bits; use ${RSA_BITS_MIN} to ${RSA_BITS_MAX}` };
    return { pem: String(key.export({ type: 'spki', format: 'pem' })) };
  } catch {
    return { wrong: 'is not an RSA public key in PEM format' };
  }
}
