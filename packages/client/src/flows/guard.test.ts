import { describe, expect, it } from 'vitest';
import { BUSY_ELSEWHERE } from '../connection/failure-codes.ts';
import { succeeded, type Result } from '../store/loadable.ts';
import { createGuard } from './guard.ts';

const here = { runAlone: <T>(_name: string, task: () => Promise<T>): Promise<T | undefined> => task() };

describe('one operation at a time', () => {
  it('HND-01 what is asked for while the same kind is under way is refused at once: it is never given the answer of another amount', async () => {
    const guard = createGuard(here);
    const sent: string[] = [];
    const answers: ((result: Result<string>) => void)[] = [];
    const move = (amount: string): Promise<Result<string>> =>
      guard.runAlone('funds:USDT', () => {
        sent.push(amount);
        return new Promise((resolve) => answers.push(resolve));
      });
    const first = move('10');
    expect(await move('25')).toEqual({ ok: false, failure: { code: BUSY_ELSEWHERE, message: '' } });
    answers[0]?.(succeeded('10 moved'));
    expect(await first).toEqual(succeeded('10 moved'));
    expect(sent).toEqual(['10']);
    const next = move('25');
    answers[1]?.(succeeded('25 moved'));
    expect(await next).toEqual(succeeded('25 moved'));
  });

  it('other operations go on meanwhile, and what another page of the browser is doing is refused', async () => {
    const guard = createGuard({ runAlone: (name, task) => (name === 'leverage' ? Promise.resolve(undefined) : task()) });
    const never = guard.runAlone('funds:BTC', () => new Promise<Result<string>>(() => undefined));
    expect(await guard.runAlone('funds:USDT', () => Promise.resolve(succeeded('moved')))).toEqual(succeeded('moved'));
    expect(await guard.runAlone('leverage', () => Promise.resolve(succeeded('set')))).toMatchObject({ failure: { code: BUSY_ELSEWHERE } });
    void never;
  });
});
