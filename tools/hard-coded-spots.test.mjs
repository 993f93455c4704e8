// The two spot pairs that are hard-coded are those of the built-in exchange. `npm run unit -- tools/hard-coded-spots.test.mjs -u` writes them.
import { FOUNDING_INSTRUMENTS } from '@tapedeck/market-sim';
import { decodeSpotSymbol, encodeSpotSymbol, recommendedSpots, parseWire } from '@tapedeck/protocol';
import { expect, it } from 'vitest';

const FILE = '../packages/client/src/catalogue/hard-coded-spots.json';

const pairs = FOUNDING_INSTRUMENTS.filter(({ kind }) => kind === 'Spot');

it('SPT-02 the hard-coded pairs are BTCUSDT and ETHUSDT of the built-in exchange', async () => {
  const spots = pairs.slice(0, 2).map((pair) => encodeSpotSymbol(pair, '0'));
  expect(spots.map(({ symbolName }) => symbolName)).toEqual(['BTCUSDT', 'ETHUSDT']);
  expect(parseWire(recommendedSpots, { defaultTradeRecommended: { spots } }).defaultTradeRecommended.spots).toEqual(spots);
  await expect(`${JSON.stringify(spots)}\n`).toMatchFileSnapshot(FILE);
});

it('SPT-01 every pair of the built-in exchange is read from the lists as it is, but for funding, which spot has none of', () => {
  for (const pair of pairs) expect(decodeSpotSymbol(encodeSpotSymbol(pair, '0'))).toEqual({ ...pair, fundingIntervalHours: 0 });
});
