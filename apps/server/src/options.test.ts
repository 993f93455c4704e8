import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { OptionsWrong, readOptions, type Environment, type ServerOptions } from './options.ts';

function options(argv: readonly string[], environment: Environment = {}): ServerOptions {
  const read = readOptions(argv, environment);
  if (read === 'help') throw new Error('help was not asked for');
  return read;
}
const refused = (argv: readonly string[], environment: Environment = {}): string => {
  try {
    options(argv, environment);
  } catch (error) {
    expect(error).toBeInstanceOf(OptionsWrong);
    return (error as Error).message;
  }
  throw new Error('it was expected to be refused');
};

test('OPS-01 without options it serves on loopback, port 4300, with ./data', () => {
  expect(options([])).toEqual({
    venue: 'paper',
    port: 4300,
    host: '127.0.0.1',
    data: resolve('data'),
    seed: undefined,
    coins: undefined,
    replay: [],
    speed: 1,
    steps: false,
    begin: undefined,
    replayStart: undefined,
    replaySymbol: undefined,
    passphrase: undefined,
    tls: undefined,
    allowedHosts: [],
    bodyToken: false,
    databaseUrl: undefined,
    historyDays: undefined,
    callsPerSecond: 100,
    v5TradeLimit: undefined,
    workScale: 1,
    diskFreeMin: 256 * 1024 * 1024,
    insecurePublic: false,
    openBrowser: false,
    trustedProxies: [],
    registrationOpen: true,
  });
});

test('OPS-01 a simulated market of some coins only, which contain BTC', () => {
  expect(options(['--coins', 'eth,BTC,eth']).coins).toEqual(['BTC', 'ETH']);
  expect(refused(['--coins', 'BTC,XYZ'])).toMatch(/^--coins must be a list such as BTC,ETH of .*SOL.*, not 'BTC,XYZ'\.$/);
  expect(refused(['--coins', ''])).toContain('--coins must be a list');
  expect(refused(['--coins', 'ETH,SOL'])).toBe('--coins must contain BTC: the terminal opens on its contract.');
  expect(refused(['--coins', 'BTC', '--replay', 'a.csv'])).toBe('--coins applies to the simulated market, not to a recording.');
});

test('BOT-04 the trading calls of a user are limited by the operator, or as the exchange has it', () => {
  expect(options(['--v5-limit', '500', '--calls-per-second', '50'])).toMatchObject({ v5TradeLimit: 500, callsPerSecond: 50 });
  expect(() => options(['--v5-limit', '0'])).toThrow('--v5-limit');
  expect(options(['--work-scale', '2.5']).workScale).toBe(2.5);
  expect(() => options(['--work-scale', '0'])).toThrow("--work-scale must be a number from 0.1 to 1000, not '0'.");
  expect(() => options(['--work-scale', '2', '--clock', 'steps'])).toThrow('--work-scale has no effect with --clock steps');
});

test('API-06 OPS-05 without a word of the operator a user gets 100 trading calls a second; a program in stepped time has no limit', () => {
  expect(options([]).callsPerSecond).toBe(100);
  expect(options(['--clock', 'steps']).callsPerSecond).toBeUndefined();
  expect(options(['--clock', 'steps', '--calls-per-second', '7']).callsPerSecond).toBe(7);
});

test('OPS-01 port and folder by option and by environment, the option first', () => {
  const environment = { TAPEDECK_PORT: '5000', TAPEDECK_DATA: '/srv/one' };
  expect(options([], environment)).toMatchObject({ port: 5000, data: '/srv/one' });
  expect(options(['--port', '5001', '--data=/srv/two'], environment)).toMatchObject({ port: 5001, data: '/srv/two' });
});

test('the venue is chosen by name, and an unknown one is refused with those that there are', () => {
  expect(options(['--venue', 'paper'])).toMatchObject({ venue: 'paper' });
  expect(() => options(['--venue', 'nasdaq'])).toThrow('--venue must be paper, not');
});

test('SIM-02 replay takes one or several files, a speed and a start', () => {
  expect(options(['--replay', 'a.csv', 'b.csv.gz', '--speed', '60', '--replay-start', '2024-08-08T23:55'])).toMatchObject({
    replay: [resolve('a.csv'), resolve('b.csv.gz')],
    speed: 60,
    replayStart: Date.UTC(2024, 7, 8, 23, 55),
  });
  expect(options(['--replay', 'a.csv', '--replay', 'b.csv']).replay).toEqual([resolve('a.csv'), resolve('b.csv')]);
});

test('SIM-02 how a recording is played is refused where none is named', () => {
  expect(refused(['--speed', '60'])).toBe('--speed applies to a recording: name one with --replay.');
  expect(refused(['--replay-start', '2024-08-08'])).toContain('name one with --replay');
});

test('BOT-05 time goes on by steps when that is asked for, from a day that can be named', () => {
  expect(options(['--clock', 'steps'])).toMatchObject({ steps: true, begin: undefined });
  expect(options(['--clock', 'steps', '--begin', '2026-03-01'])).toMatchObject({ steps: true, begin: Date.UTC(2026, 2, 1) });
  expect(options(['--clock', 'steps', '--replay', 'a.csv', '--replay-start', '2024-08-08'])).toMatchObject({ steps: true });
  expect(refused(['--clock', 'fast'])).toContain('--clock must be steps');
  expect(refused(['--clock', 'steps', '--replay', 'a.csv', '--speed', '2'])).toContain('--speed');
  expect(refused(['--begin', '2026-03-01'])).toContain('--clock steps');
  expect(refused(['--clock', 'steps', '--begin', '2026-03-01', '--replay', 'a.csv'])).toContain('--replay-start');
  expect(refused(['--clock', 'steps', '--begin', 'soon'])).toContain('--begin must be');
});

test('mistakes are named', () => {
  expect(refused(['--colour', 'red'])).toContain('--colour');
  expect(refused(['serve'])).toContain("'serve'");
  for (const port of ['65536', '-1', '80x', '1.5', '1e3']) expect(refused([`--port=${port}`])).toContain('--port');
  expect(refused(['--port='])).toContain('--port');
  expect(refused(['--seed', 'x'])).toContain('--seed');
  expect(refused(['--replay', 'a.csv', '--speed', '0'])).toContain('--speed must be');
  expect(refused(['--replay', 'a.csv', '--replay-start', 'yesterday'])).toContain('--replay-start must be');
  expect(refused(['--tls-cert', 'a.pem'])).toContain('--tls-key');
  expect(refused(['--data', ''])).toContain('--data');
  expect(readOptions(['--help'], {})).toBe('help');
});

test('OPS-04 an address that others can reach needs a passphrase of twelve characters, and TLS or an explicit override', () => {
  const long = { TAPEDECK_PASSPHRASE: 'correct horse battery' };
  const open = ['--host', '0.0.0.0'];
  expect(refused(open)).toContain('TAPEDECK_PASSPHRASE');
  expect(refused([...open, '--insecure-public'])).toContain('TAPEDECK_PASSPHRASE');
  expect(refused(open, { TAPEDECK_PASSPHRASE: 'too short' })).toContain('at least 12');
  expect(refused(open, { TAPEDECK_PASSPHRASE: 'aaaaaaaaaaaa' })).toContain('too easy to guess: it has fewer than 6 different characters');
  expect(refused(open, long)).toContain('--insecure-public');
  expect(options([...open, '--insecure-public'], long)).toMatchObject({ host: '0.0.0.0', insecurePublic: true });
  expect(options([...open, '--tls-cert', 'a.pem', '--tls-key', 'b.pem'], long).tls).toBeDefined();
  for (const host of ['127.0.0.1', '127.8.9.10', '::1', 'localhost']) expect(options(['--host', host]).host).toBe(host);
  for (const host of ['::', '192.168.0.4', '127.0.0.1.example.com', '10.0.0.1'])
    expect(refused(['--host', host])).toContain('public address');
});

test('OPS-05 a proxy is named by its address; behind one, or under a public name, visitors register only when that is asked for', () => {
  expect(options(['--trust-proxy', '127.0.0.1', '--trust-proxy', '::1'])).toMatchObject({
    trustedProxies: ['127.0.0.1', '::1'],
    registrationOpen: false,
  });
  expect(options(['--allow-host', 'desk.example'])).toMatchObject({ registrationOpen: false });
  expect(options(['--trust-proxy', '::1', '--open-registration'])).toMatchObject({ registrationOpen: true });
  expect(() => options(['--trust-proxy', 'localhost'])).toThrow(/must be the IP address of the proxy, not 'localhost'/);
});
