import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRecording } from './testing/made-recording.ts';
import { serverRuns } from './testing/server-runs.ts';

const runs = serverRuns();

function write(name: string, lines: readonly string[]): string {
  const file = runs.pathOf(name);
  writeFileSync(file, lines.join('\n'));
  return file;
}

const START = 1_747_612_800_000;
const trades = (symbol: string): string[] => [
  'timestamp,symbol,side,size,price',
  ...Array.from({ length: 50 }, (_, at) => `${START + at * 1_000},${symbol},Buy,1,${2_000 + at}`),
];

test('SIM-02 a refused recording leaves nothing in the data folder, also after a file that was read', async () => {
  const good = write('ETHUSDT.csv', trades('ETHUSDT'));
  const bad = write('BTCUSDT.csv', ['time,price,size,side', `${START},1,1,Buy`, `${START},x,1,Buy`]);
  mkdirSync(runs.pathOf('folder'));
  const refusals: readonly (readonly [files: readonly string[], message: string])[] = [
    [[bad], 'BTCUSDT.csv, line 3, column price: "x" is not a decimal number like 0.5. Correct or delete the line.'],
    [[good, bad], 'BTCUSDT.csv, line 3, column price: "x" is not a decimal number like 0.5. Correct or delete the line.'],
    [[write('empty.csv', [])], 'empty.csv is empty. Fetch it again, or leave it out.'],
    [[runs.pathOf('folder')], `${runs.pathOf('folder')} is a folder: name the files in it with --replay.`],
    [[write('XYZEUR.csv', trades('XYZEUR'))], 'XYZEUR.csv holds no trades of a contract in USDT or of '],
  ];
  for (const [files, message] of refusals) {
    await expect(runs.start({ extra: files.flatMap((file) => ['--replay', file]) })).rejects.toThrow(message);
    expect(existsSync(runs.pathOf('data')) ? readdirSync(runs.pathOf('data')) : []).toEqual([]);
  }
});

test('SIM-02 the same content is played once, in the same replay, and the log says so', async () => {
  const file = write('ETHUSDT.csv', trades('ETHUSDT'));
  const copy = write('copy-of-ETHUSDT.csv', trades('ETHUSDT'));
  const server = await runs.start({ extra: ['--clock', 'steps', '--replay', file, copy, file] });
  const { rows } = (await server.call('GET', '/contract/v5/market/candles?symbol=ETHUSDT&resolution=1')).result as {
    readonly rows: readonly (readonly string[])[];
  };
  // A tenth of the fifty trades, and the one at the start.
  expect(rows.map((row) => row[5])).toEqual(['6']);
  await server.end('SIGTERM');
  const [name = '', ...others] = readdirSync(join(runs.pathOf('data'), 'replays'));
  expect(others).toEqual([]);
  const log = readFileSync(join(runs.pathOf('data'), 'replays', name, 'server.log'), 'utf8');
  expect(log.split('\n').filter((line) => line.includes('plays it once'))).toEqual([
    expect.stringContaining(`${copy} has the content of ${file}: the replay plays it once`),
    expect.stringContaining(`${file} is named twice: the replay plays it once`),
  ]);
  const again = await runs.start({ extra: ['--clock', 'steps', '--replay', file] });
  expect(readdirSync(join(runs.pathOf('data'), 'replays'))).toEqual([name]);
  await again.end('SIGTERM');
});

test('SIM-02 OPS-05 lists of markets answer in a replay, where most have no price yet', async () => {
  const file = runs.pathOf('BTCUSDT.csv.gz');
  makeRecording(file, 20);
  const server = await runs.start({ extra: ['--clock', 'steps', '--replay', file] });
  for (const query of [
    'category=inverse',
    'category=inverse&symbol=BTCUSD',
    'category=linear',
    'category=linear&symbol=ETHUSDT',
    'category=spot',
    'category=option&baseCoin=BTC',
  ]) {
    for (const path of ['tickers', 'instruments-info']) {
      const answer = await server.call('GET', `/v5/market/${path}?${query}`);
      expect([path, query, answer]).toEqual([path, query, expect.objectContaining({ retCode: 0 })]);
    }
  }
  const { list } = (await server.call('GET', '/v5/market/tickers?category=inverse&symbol=BTCUSD')).result as {
    readonly list: readonly Readonly<Record<string, string>>[];
  };
  expect(list).toMatchObject([{ symbol: 'BTCUSD', bid1Price: '', openInterestValue: '0' }]);
  await server.end('SIGTERM');
});
