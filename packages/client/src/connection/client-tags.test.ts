import { describe, expect, it } from 'vitest';
import { createClientTags } from './client-tags.ts';

describe('client tags', () => {
  it('REV-08 API-05 a tag is tracked for 60 s', () => {
    let now = 1_000;
    let draw = 0;
    const tags = createClientTags({ now: () => now, random: () => (draw = (draw + 0.137) % 1) });
    const tag = tags.make();
    expect(tag).toMatch(/^[0-9a-z]{16}$/);
    expect(tags.make()).not.toBe(tag);
    expect(tags.isOwn('someone-else')).toBe(false);
    now += 59_999;
    expect(tags.isOwn(tag)).toBe(true);
    now += 1;
    expect(tags.isOwn(tag)).toBe(false);
  });
});
