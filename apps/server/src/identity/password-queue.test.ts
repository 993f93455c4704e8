import { expect, test } from 'vitest';
import { PasswordQueue } from './password-queue.ts';

const takeAll = (queue: PasswordQueue<string>): string[] => {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
};

test('OPS-05 S-21 a known client gets a place, and comes first, however many others wait', () => {
  const queue = new PasswordQueue<string>();
  const others = Array.from({ length: 30 }, (_, at) => queue.add(`other ${at}`, undefined));
  expect(others.filter(Boolean)).toHaveLength(24);
  expect(queue.add('alice', 'alice')).toBe(true);
  expect(takeAll(queue).slice(0, 2)).toEqual(['alice', 'other 0']);
});

test('OPS-05 S-21 one name has two places among the known', () => {
  const queue = new PasswordQueue<string>();
  expect([1, 2, 3].map((at) => queue.add(`mallory ${at}`, 'mallory'))).toEqual([true, true, false]);
  expect(queue.add('alice', 'alice')).toBe(true);
  expect(queue.take()).toBe('mallory 1');
  expect(queue.add('mallory 4', 'mallory')).toBe(true);
  expect(takeAll(queue)).toEqual(['mallory 2', 'alice', 'mallory 4']);
});

test('OPS-05 S-21 the queue is bounded', () => {
  const queue = new PasswordQueue<string>();
  const added = Array.from({ length: 400 }, (_, at) => queue.add(String(at), `user ${at}`));
  expect(added.filter(Boolean)).toHaveLength(224);
  queue.clear();
  expect(queue.take()).toBeUndefined();
});
