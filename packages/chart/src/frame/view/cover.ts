import type { ChartTexts } from '../../bridge/messages.ts';
import type { FeedState } from '../bar-feed.ts';
import { element, setText } from './element.ts';

export interface Cover {
  readonly root: HTMLElement;
  show(state: FeedState, texts: ChartTexts | undefined): void;
}

/** Covers the picture while it has no bars, and states the reason. */
export function createCover(page: Document, onRetry: () => void): Cover {
  const root = element(page, 'div', 'chart-cover');
  root.setAttribute('role', 'status');
  const message = root.appendChild(element(page, 'p', 'chart-message'));
  const retry = root.appendChild(element(page, 'button', 'chart-retry'));
  retry.type = 'button';
  retry.addEventListener('click', onRetry);
  return {
    root,
    show: (state, texts) => {
      root.hidden = state === 'shown';
      retry.hidden = state !== 'failed';
      if (texts === undefined) return;
      const words = { loading: texts.loading, failed: texts.failed, empty: texts.empty, shown: '' };
      setText(message, words[state]);
      setText(retry, texts.retry);
    },
  };
}
