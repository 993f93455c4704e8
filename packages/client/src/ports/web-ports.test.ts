import { expect, it, vi } from 'vitest';
import { memoryStorage } from '../storage/memory-storage.ts';
import { webPorts } from './web-ports.ts';

it('sends nothing through a socket that is closing already, and hears of its end', () => {
  const sent: string[] = [];
  const made: TestSocket[] = [];
  class TestSocket {
    readyState = 0;
    onopen: unknown;
    onmessage: unknown;
    onclose: unknown;
    constructor() {
      made.push(this);
    }
    send(text: string): void {
      sent.push(text);
    }
    close(): void {
      this.readyState = 3;
    }
  }
  class NoAbort {
    readonly signal = undefined;
    abort(): void {
      throw new Error('nothing is fetched here');
    }
  }
  const platform = {
    fetch: () => Promise.reject(new Error('nothing is fetched here')),
    WebSocket: TestSocket,
    AbortController: NoAbort,
    setTimeout: () => 0,
    clearTimeout: () => undefined,
    crypto: { getRandomValues: () => undefined },
  };
  const ports = webPorts(platform, { storage: memoryStorage }, () => 0);
  const onClose = vi.fn();
  const socket = ports.openSocket('ws://here', { onOpen: vi.fn(), onText: vi.fn(), onClose });
  const [browsers] = made;
  for (const [state, text] of [
    [1, 'open'],
    [2, 'closing'],
    [3, 'closed'],
  ] as const) {
    if (browsers !== undefined) browsers.readyState = state;
    socket.send(text);
  }
  expect(sent).toEqual(['open']);
  (browsers?.onclose as (event: { code: number }) => void)({ code: 1006 });
  expect(onClose).toHaveBeenCalledWith(1006);
});
