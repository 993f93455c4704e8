import { describe, expect, it } from 'vitest';
import { openChannel } from './channel.ts';

const ORIGIN = 'http://127.0.0.1:4300';

function fakeWindows() {
  const listeners = new Set<(event: MessageEvent) => void>();
  const sent: { data: unknown; target: unknown }[] = [];
  const other = { postMessage: (data: unknown, target?: unknown) => void sent.push({ data, target }) };
  const own = {
    addEventListener: (_type: string, listener: unknown) => void listeners.add(listener as (event: MessageEvent) => void),
    removeEventListener: (_type: string, listener: unknown) => void listeners.delete(listener as (event: MessageEvent) => void),
  };
  const arrive = (data: unknown, source: unknown = other, origin = ORIGIN): void => {
    for (const listener of listeners) listener({ data, source, origin } as MessageEvent);
  };
  return { own, other, listeners, sent, arrive };
}

describe('the channel between page and frame', () => {
  const codec = { read: (data: unknown) => (typeof data === 'string' ? data : undefined), enclose: (text: string) => ({ text }) };

  it('takes messages of the other window from the own origin only', () => {
    const { own, other, arrive } = fakeWindows();
    const got: string[] = [];
    openChannel<string, string>({ own, origin: ORIGIN, other: () => other }, codec, (message) => got.push(message));
    arrive('good');
    arrive('wrong origin', other, 'http://127.0.0.1:4301');
    arrive('sandboxed', other, 'null');
    arrive('wrong window', { postMessage: () => undefined });
    arrive('no window', null);
    arrive(42);
    expect(got).toEqual(['good']);
  });

  it('takes nothing while there is no other window', () => {
    const { own, arrive } = fakeWindows();
    const got: string[] = [];
    const channel = openChannel<string, string>({ own, origin: ORIGIN, other: () => null }, codec, (message) => got.push(message));
    arrive('early', null);
    channel.send('nobody hears this');
    expect(got).toEqual([]);
  });

  it('speaks to the own origin only, and is silent once closed', () => {
    const { own, other, sent, arrive, listeners } = fakeWindows();
    const got: string[] = [];
    const channel = openChannel<string, string>({ own, origin: ORIGIN, other: () => other }, codec, (message) => got.push(message));
    channel.send('hello');
    expect(sent).toEqual([{ data: { text: 'hello' }, target: ORIGIN }]);
    channel.close();
    arrive('late');
    expect(got).toEqual([]);
    expect(listeners.size).toBe(0);
  });
});
