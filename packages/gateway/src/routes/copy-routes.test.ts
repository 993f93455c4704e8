import { beforeEach, describe, expect, test } from 'vitest';
import { createWorld, sessionOf, type World } from '../testing/fake-world.ts';

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
