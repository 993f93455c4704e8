import { expect, test, vi } from 'vitest';
import type { Failure } from '../store/loadable.ts';
import { createFailureNews } from './failure-news.ts';

const failure = (code: number): Failure => ({ code, message: `of code ${code}` });

test('a failure before anybody listens waits for the first listener, and is told once', () => {
  const news = createFailureNews();
  news.tell(failure(10007));
  const [first, second] = [vi.fn(), vi.fn()];
  news.listen(first);
  news.listen(second);
  expect(first).toHaveBeenCalledExactlyOnceWith(failure(10007));
  expect(second).not.toHaveBeenCalled();
  news.tell(failure(10006));
  expect(second).toHaveBeenCalledExactlyOnceWith(failure(10006));
});

test('only the last failures wait', () => {
  const news = createFailureNews();
  for (let code = 1; code <= 20; code += 1) news.tell(failure(code));
  const listener = vi.fn<(told: Failure) => void>();
  const stop = news.listen(listener);
  expect(listener.mock.calls.map(([told]) => told.code)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  stop();
  news.tell(failure(21));
  expect(listener).toHaveBeenCalledTimes(16);
});
