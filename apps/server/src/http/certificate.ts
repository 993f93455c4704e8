import { X509Certificate, createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerOptions as TlsServerOptions } from 'node:https';
import { isIP } from 'node:net';
import { DEFAULT_CIPHERS, createSecureContext } from 'node:tls';
import { ServerFailed } from '../engine-worker/start-engine.ts';
import type { ServerOptions } from '../options.ts';

type TlsFiles = NonNullable<ServerOptions['tls']>;

/** Suites of TLS 1.2 with forward secrecy and authenticated encryption; those with CBC have been attacked by their timing. */
const SUITES_1_2 = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
];
const SUITES_1_3 = DEFAULT_CIPHERS.split(':').filter((suite) => suite.startsWith('TLS_'));

/** The TLS of the server; `files` are those that `checkCertificate` accepted. */
export const tlsOptions = ({ certificateFile, keyFile }: TlsFiles): TlsServerOptions => ({
  cert: readFileSync(certificateFile),
  key: readFileSync(keyFile),
  minVersion: 'TLSv1.2',
  ciphers: [...SUITES_1_3, ...SUITES_1_2].join(':'),
});

const DAY_MS = 86_400_000;
/** Time that an operator needs to renew a certificate. */
const RENEWAL_DAYS = 14;
const RSA_BITS_MIN = 2_048;
/** The key types of the suites above. */
const KEY_TYPES: ReadonlySet<string> = new Set(['rsa', 'ec', 'ed25519']);
/** Curves that every browser accepts in a certificate. */
const CURVES: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1']);
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

export interface CertificateUse {
  readonly files: TlsFiles;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly now: number;
}

/** Throws `ServerFailed` if the files cannot serve https; returns warnings about a certificate that browsers will refuse. */
export function checkCertificate({ files, host, allowedHosts, now }: CertificateUse): readonly string[] {
  const certificate = readCertificate(files.certificateFile);
  const key = readKey(files.keyFile);
  const [ofCertificate, ofKey] = [`The certificate in ${files.certificateFile} (--tls-cert)`, `The key in ${files.keyFile} (--tls-key)`];
  if (!certificate.checkPrivateKey(key)) {
    throw new ServerFailed(
      `${ofKey} does not belong to the certificate in ${files.certificateFile} (--tls-cert). Name the key for which the certificate was issued.`,
    );
  }
  if (!KEY_TYPES.has(key.asymmetricKeyType ?? '')) {
    throw new ServerFailed(`${ofKey} is of the type ${key.asymmetricKeyType}, which https does not use. Create an EC or RSA key.`);
  }
  try {
    createSecureContext(tlsOptions(files));
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ServerFailed(
      `${ofCertificate} does not meet the security level of this machine (${code}). Create one with an EC key, or an RSA key of at least ${RSA_BITS_MIN} bits.`,
    );
  }
  const names = [...(EVERY_ADDRESS.has(host) ? [] : [host]), ...allowedHosts];
  const warnings = [...datesOf(certificate, now), ...namesOf(certificate, names)].map((text) => `${ofCertificate} ${text}`);
  return [...warnings, ...strengthOf(key).map((text) => `${ofKey} ${text}`)];
}

function readCertificate(file: string): X509Certificate {
  const text = readPem(file, '--tls-cert', 'certificate');
  try {
    if (text.includes('-----BEGIN CERTIFICATE-----')) return new X509Certificate(text);
  } catch {
    throw new ServerFailed(`The certificate in ${file} (--tls-cert) is damaged. Copy the file again, or create another certificate.`);
  }
  const fact = text.includes('PRIVATE KEY-----') ? 'holds a key and no certificate' : 'holds no certificate in PEM form';
  throw new ServerFailed(`The file ${file} (--tls-cert) ${fact}. Name the file that begins with -----BEGIN CERTIFICATE-----.`);
}

function readKey(file: string): KeyObject {
  const text = readPem(file, '--tls-key', 'key');
  if (text.includes('ENCRYPTED')) {
    throw new ServerFailed(
      `The key in ${file} (--tls-key) is encrypted. Write a copy without a passphrase: openssl pkey -in ${file} -out COPY.`,
    );
  }
  try {
    return createPrivateKey(text);
  } catch {
    const way = 'Name the file that begins with -----BEGIN PRIVATE KEY-----, or create another key.';
    throw new ServerFailed(`The file ${file} (--tls-key) holds no readable private key in PEM form. ${way}`);
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user',
};

function readPem(file: string, option: string, contents: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const fact = UNREADABLE[code] ?? `cannot be read (${code})`;
    throw new ServerFailed(`The file ${file} (${option}) ${fact}. Name a readable file with the ${contents} in PEM form.`);
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function datesOf({ validFrom, validTo }: X509Certificate, now: number): readonly string[] {
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  if (now < from) return [`is valid only from ${dayOf(from)}, and browsers refuse it until then. Check the clock of this machine.`];
  if (now > to) return [`expired on ${dayOf(to)}, and browsers refuse it. Renew it, then restart the server.`];
  if (to - now < RENEWAL_DAYS * DAY_MS) return [`expires on ${dayOf(to)}. Renew it, then restart the server.`];
  return [];
}

/** Browsers ignore the common name of the subject. */
const NAMED = { subject: 'never' } as const;

function namesOf(certificate: X509Certificate, names: readonly string[]): readonly string[] {
  const missing = names.filter((name) => (isIP(name) === 0 ? certificate.checkHost(name, NAMED) : certificate.checkIP(name)) === undefined);
  if (missing.length === 0) return [];
  return [`does not name ${missing.join(', ')}, and browsers refuse it there. Create one that names each address of the server.`];
}

function strengthOf(key: KeyObject): readonly string[] {
  const { modulusLength, namedCurve = key.asymmetricKeyType === 'ed25519' ? 'ed25519' : undefined } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined && modulusLength < RSA_BITS_MIN) {
    return [`has ${modulusLength} bits, and browsers refuse fewer than ${RSA_BITS_MIN}. Create a certificate with a longer key.`];
  }
  if (namedCurve !== undefined && !CURVES.has(namedCurve)) {
    return [`is on the curve ${namedCurve}, which some browsers do not support. Create a certificate with a key on prime256v1.`];
  }
  return [];
}
