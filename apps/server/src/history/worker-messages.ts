import type { Worker } from 'node:worker_threads';
import { CursorUnknown, HistoryUnavailable } from '@tapedeck/venue';
import type { HistoryToMain } from './history-messages.ts';

/** The error of a refused request. */
export function errorOf({ because, message }: Extract<HistoryToMain, { kind: 'refused' }>): Error {
  if (because === 'cursorUnknown') return new CursorUnknown(message);
  return because === 'unavailable' ? new HistoryUnavailable() : new Error(message);
}

type MessageOf<Kind extends HistoryToMain['kind']> = Extract<HistoryToMain, { kind: Kind }>;

/** Resolves with the first message of a kind. Rejects if the worker fails or ends before. */
export function firstMessage<Kind extends HistoryToMain['kind']>(worker: Worker, kind: Kind): Promise<MessageOf<Kind>> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      finish();
    };
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (): void => settle(() => reject(new Error('the history worker ended before it was ready')));
    const onMessage = (message: HistoryToMain): void => {
      if (message.kind === kind) settle(() => resolve(message as MessageOf<Kind>));
      else if (message.kind === 'failed') settle(() => reject(new Error(message.message)));
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
  });
}
