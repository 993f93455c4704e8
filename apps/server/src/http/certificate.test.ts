import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { makeCertificate, type MadeCertificate } from '../testing/made-certificate.ts';
import { startTestServer } from '../testing/straw-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { checkCertificate } from './certificate.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const NOW = Date.UTC(2026, 10, 27);
const DAY_MS = 86_400_000;
const EC = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

let count = 0;
function fileOf(text: string): string {
  count += 1;
  const file = join(folder.path, `file-${count}.pem`);
  writeFileSync(file, text);
  return file;
}
const pem = ({ privateKey }: KeyPairKeyObjectResult): string => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

function made(keys: KeyPairKeyObjectResult, change: Partial<MadeCertificate> = {}) {
  const text = makeCertificate({ ...keys, names: ['desk.example', '192.0.2.7'], from: NOW - DAY_MS, to: NOW + 90 * DAY_MS, ...change });
  return { certificateFile: fileOf(text), keyFile: fileOf(pem(keys)) };
}

const use = (files: { readonly certificateFile: string; readonly keyFile: string }, host = '192.0.2.7', allowedHosts = ['desk.example']) =>
  checkCertificate({ files, host, allowedHosts, now: NOW });

describe('OPS-04 a certificate that browsers will refuse is warned about at the start', () => {
  test('and no other', () => {
    expect(use(made(EC))).toEqual([]);
    expect(use(made(EC), '0.0.0.0')).toEqual([]);
    expect(use(made(generateKeyPairSync('rsa', { modulusLength: 2_048 })))).toEqual([]);
    expect(use(made(EC, { names: ['*.desk.example', '192.0.2.7'] }), '192.0.2.7', ['bots.desk.example'])).toEqual([]);
  });

  test.each([
    ['expired', { to: NOW - DAY_MS }, /expired on 2026-11-26, and browsers refuse it\. Renew it/],
    ['about to expire', { to: NOW + 13 * DAY_MS }, /expires on 2026-12-10\. Renew it/],
    ['not yet valid', { from: NOW + DAY_MS }, /is valid only from 2026-11-28.*Check the clock/],
    ['for another address', { names: ['desk.example'] }, /does not name 192\.0\.2\.7, and browsers refuse it there/],
    ['for other names', { names: ['other.example'] }, /does not name 192\.0\.2\.7, desk\.example, and/],
  ] as const)('%s', (_case, change, warning) => {
    const files = made(EC, change);
    const [first = '', ...others] = use(files);
    expect(first).toMatch(warning);
    expect(first).toContain(`${files.certificateFile} (--tls-cert)`);
    expect(others).toEqual([]);
  });

  test('for the common name of its subject only, which browsers ignore', () => {
    const files = made(EC, { names: ['192.0.2.7'] });
    expect(use(files, '192.0.2.7', ['test'])).toEqual([expect.stringContaining('does not name test, and browsers refuse it there')]);
  });

  test.each([
    ['secp256k1', generateKeyPairSync('ec', { namedCurve: 'secp256k1' })],
    ['secp521r1', generateKeyPairSync('ec', { namedCurve: 'secp521r1' })],
    ['ed25519', generateKeyPairSync('ed25519')],
  ])('with a key on %s, which not every browser supports', (curve, keys) => {
    const files = made(keys);
    expect(use(files)).toEqual([expect.stringContaining(`The key in ${files.keyFile} (--tls-key) is on the curve ${curve}`)]);
  });
});

describe('OPS-04 files that cannot serve https are refused with file, fact and a way forward', () => {
  const good = made(EC);
  const said = (change: Partial<typeof good>): string => {
    try {
      use({ ...good, ...change });
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };
  const none = join(folder.path, 'none.pem');
  const subfolder = join(folder.path, 'folder');
  mkdirSync(subfolder);
  const encrypted = EC.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' }).toString();
  const begun = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

  test.each([
    [{ certificateFile: none }, /does not exist\. Name a readable file/],
    [{ keyFile: none }, /does not exist\. Name a readable file/],
    [{ keyFile: subfolder }, /is a folder\. Name a readable file/],
    [{ certificateFile: fileOf('nothing') }, /holds no certificate in PEM form\. Name the file/],
    [{ certificateFile: good.keyFile }, /holds a key and no certificate\. Name the file/],
    [{ certificateFile: fileOf(begun) }, /is damaged\. Copy the file again/],
    [{ keyFile: good.certificateFile }, /holds no readable private key in PEM form\. Name the file/],
    [{ keyFile: fileOf(encrypted) }, /is encrypted\. Write a copy without a passphrase/],
    [{ keyFile: fileOf(pem(generateKeyPairSync('ed25519'))) }, /does not belong to the certificate in .* Name the key/],
  ] as const)('%j', (change, sentence) => {
    const text = said(change);
    expect(text).toMatch(sentence);
    expect(text).toContain(Object.values(change)[0] ?? '');
    expect(text).not.toMatch(/error:|routines|asn1|PEM_|at .*:\d+:\d+/i);
  });

  test('a key that is too short is refused or warned about, as this machine allows', () => {
    const files = made(generateKeyPairSync('rsa', { modulusLength: 1_024 }));
    const refused = (): string => {
      try {
        return use(files).join('\n');
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refused()).toMatch(/has 1024 bits, and browsers refuse fewer than 2048|RSA key of at least 2048 bits/);
  });
});

test('OPS-04 https has forward secrecy and authenticated encryption: no suite with CBC, TLS 1.2 and 1.3', async () => {
  const server = await startTestServer({ tls: made(EC) });
  try {
    const suiteOf = async (options: ConnectionOptions): Promise<string> => {
      const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
      try {
        await once(socket, 'secureConnect');
        return socket.getCipher().name;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code ?? '';
      } finally {
        socket.destroy();
      }
    };
    const old = { maxVersion: 'TLSv1.2' } as const;
    for (const ciphers of ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-SHA'])
      expect(await suiteOf({ ...old, ciphers }), ciphers).toMatch(/^ERR_SSL|ECONNRESET/);
    for (const ciphers of ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305'])
      expect(await suiteOf({ ...old, ciphers })).toBe(ciphers);
    expect(await suiteOf({})).toMatch(/^TLS_/);
    const asked = request({ port: server.port, host: '127.0.0.1', path: '/healthz', rejectUnauthorized: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([200, expect.any(String)]);
    answer.resume();
    asked.destroy();
  } finally {
    await server.stop();
  }
});
