import { beforeEach, describe, expect, test } from 'vitest';
import { ZERO_MONEY, timestamp, type LeaderRecord } from '@tapedeck/domain';
import { ACCOUNT, FakeVenue, START } from '../testing/fake-venue.ts';
import { createWorld, sessionOf, settle, type World } from '../testing/fake-world.ts';

const PATH = '/fapi/beehive/private/v1/common/leader/set';

let world: World;
beforeEach(() => {
  world = createWorld();
});

const lead = (nickName: string) => world.post(PATH, { leading: true, nickName }, sessionOf());

describe('the public name of a leader', () => {
  test.each(['A', 'Ada Lovelace', '阿达', 'Ада 🚀', 'x'.repeat(32)])('OPS-05 may be %j', async (name) => {
    expect((await lead(name)).body.ret_code).toBe(0);
    expect(world.venue.commands).toMatchObject([{ type: 'SetLeading', leading: true, name }]);
  });

  test.each([
    ['empty', ''],
    ['of spaces', '   '],
    ['too long', 'x'.repeat(33)],
    ['too long in the units of the exchange', '🚀'.repeat(17)],
    ['with NUL', 'A\u0000da'],
    ['that begins with NUL', '\u0000Ada'],
    ['with a bell', 'Ada\u0007x'],
    ['with an escape', 'A\u001b[31mda'],
    ['with a new line', 'A\nda'],
    ['with a line separator', 'A\u2028da'],
    ['with a turn of the direction', 'A\u202eda'],
    ['of an invisible space', '\u200b'],
    ['with half a character', 'A\ud83dda'],
  ])('OPS-05 is refused when it is %s', async (_what, name) => {
    expect((await lead(name)).body).toMatchObject({ ret_code: 10001, ret_msg: expect.stringContaining('nickName') });
    expect(world.venue.commands).toEqual([]);
  });
});

describe('the budget of a leader', () => {
  const order = () => world.gateway.callBudgets?.take('/contract/v5/order/create', {}, sessionOf());
  const ledBy = (followers: number): readonly LeaderRecord[] => {
    const amounts = { capital: ZERO_MONEY, pnl: ZERO_MONEY, volume: ZERO_MONEY, drawdown: ZERO_MONEY };
    const statistics = { since: timestamp(START), trades: 0, wins: 0, ...amounts };
    return [{ account: ACCOUNT, name: 'Ada', followers, followersPnl: ZERO_MONEY, statistics }];
  };
  const changes = {
    'leader/set': { leading: true, nickName: 'Ada' },
    'follow/set': { leaderId: '100', ratio: '1', maxAmount: '1000' },
    'follow/stop': { closePositions: false },
  };

  test('OPS-05 BOT-04 knows the followers from the start, as after a restart', async () => {
    const venue = new FakeVenue();
    venue.leading = ledBy(4);
    world = createWorld(venue, undefined, { callsPerSecond: 100 });
    await settle();
    expect(order()).toMatchObject({ granted: true, left: 95 });
  });

  test.each(Object.entries(changes))('OPS-05 BOT-04 knows them after %s', async (name, body) => {
    world = createWorld(undefined, undefined, { callsPerSecond: 100 });
    await settle();
    world.venue.leading = ledBy(9);
    expect((await world.post(PATH.replace('leader/set', name), body, sessionOf())).body.ret_code).toBe(0);
    await settle();
    expect(order()).toMatchObject({ granted: true, left: 90 });
  });
});
