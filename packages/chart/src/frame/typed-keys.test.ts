import { describe, expect, it } from 'vitest';
import { TypedKeys } from './typed-keys.ts';

/** Code that arrives, or not, when the test says so. */
function onItsWay() {
  let arrive: () => void = () => undefined;
  let fail: () => void = () => undefined;
  const code = new Promise<void>((resolve, reject) => {
    arrive = resolve;
    fail = () => reject(new Error('lost'));
  });
  return { ask: () => code, arrive: () => arrive(), fail: () => fail(), code };
}

describe('keys typed on the chart', () => {
  it('CHT-09 belong to the dialog that the first one opens, however late its code comes', async () => {
    const keys = new TypedKeys();
    const opened: string[] = [];
    const first = onItsWay();
    for (const key of ['2', '4', '0']) keys.add(key, first.ask, (typed) => opened.push(typed));
    expect(opened).toEqual([]);
    first.arrive();
    await first.code;
    expect(opened).toEqual(['240']);
    // The next key is the first of another dialog.
    const second = onItsWay();
    keys.add('b', second.ask, (typed) => opened.push(typed));
    second.arrive();
    await second.code;
    expect(opened).toEqual(['240', 'b']);
  });

  it('CHT-27 are not kept for ever when the code is lost', async () => {
    const keys = new TypedKeys();
    const opened: string[] = [];
    const lost = onItsWay();
    keys.add('1', lost.ask, (typed) => opened.push(typed));
    lost.fail();
    await expect(lost.code).rejects.toThrow('lost');
    const again = onItsWay();
    keys.add('5', again.ask, (typed) => opened.push(typed));
    again.arrive();
    await again.code;
    expect(opened).toEqual(['1', '5']);
  });
});
