import { expect, test } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT } from './testing/fake-venue.ts';
import { createWorld, sessionOf, settle } from './testing/fake-world.ts';

test('OPS-05 BOT-04 the lists of all users are made one at a time, and users take turns', async () => {
  const { venue, get } = createWorld();
  const begun: { readonly account: number; readonly end: () => void }[] = [];
  const account = venue.account.bind(venue);
  venue.account = async (id) => {
    await new Promise<void>((end) => begun.push({ account: id, end }));
    return account(id);
  };
  const list = (owner: number) => get('/contract/v5/order/list', {}, sessionOf(owner));
  const answers = [list(ACCOUNT), list(ACCOUNT), list(ACCOUNT), list(OTHER_ACCOUNT)];
  for (let made = 0; made < answers.length; made += 1) {
    await settle();
    expect(begun).toHaveLength(made + 1);
    begun[made]?.end();
  }
  await Promise.all(answers);
  expect(begun.map((one) => one.account)).toEqual([ACCOUNT, ACCOUNT, OTHER_ACCOUNT, ACCOUNT]);
});
