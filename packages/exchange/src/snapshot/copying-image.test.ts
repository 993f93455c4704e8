import { ZERO_MONEY, money, rate, timestamp } from '@tapedeck/domain';
import { expect, test } from 'vitest';
import { Following, Leadership, type Copying } from '../state/copying.ts';
import { writeCopying } from './copying-image.ts';
import { ByteStateWriter } from '../codec/state-bytes.ts';

const leader = (account: number): Leadership => new Leadership(account, `leader ${account}`, timestamp(1), ZERO_MONEY);
const following = (account: number): Following =>
  new Following(account, { leader: 9, ratio: rate(1n), maxAmount: money(1n) }, `follower ${account}`, timestamp(1));

function imageOf(accounts: readonly number[]): Uint8Array {
  const writer = new ByteStateWriter();
  const copying = {
    leaders: new Map(accounts.map((account) => [account, leader(account)])),
    followings: new Map(accounts.map((account) => [account, following(account)])),
  };
  writeCopying(writer, copying as unknown as Copying);
  return writer.finish();
}

test('D8 leaders and followers are written by their accounts, in whichever order they came', () => {
  const image = imageOf([3, 5, 8]);
  for (const order of [
    [8, 5, 3],
    [5, 3, 8],
  ])
    expect(imageOf(order)).toEqual(image);
  expect(imageOf([3, 5])).not.toEqual(image);
});
