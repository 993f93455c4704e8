import type { ChartTexts } from '../../bridge/messages.ts';
import type { SaveState } from '../store/autosave.ts';
import { element, setText } from './element.ts';

export interface SavingNote {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  show(state: SaveState): void;
}

/** Shows why the layout cannot be saved and how to proceed; hidden while saving works. */
export function createSavingNote(page: Document, events: { readonly takeOther: () => void; readonly keepMine: () => void }): SavingNote {
  const root = element(page, 'div', 'chart-saving');
  const message = root.appendChild(element(page, 'p', 'chart-saving-message'));
  message.setAttribute('role', 'status');
  const take = root.appendChild(element(page, 'button', 'chart-saving-button'));
  const keep = root.appendChild(element(page, 'button', 'chart-saving-button'));
  take.type = 'button';
  keep.type = 'button';
  take.addEventListener('click', events.takeOther);
  keep.addEventListener('click', events.keepMine);
  let texts: ChartTexts | undefined;
  let state: SaveState = 'saved';

  function paint(): void {
    const trouble = state === 'failed' || state === 'conflict' || state === 'newer' ? state : undefined;
    root.hidden = trouble === undefined;
    root.dataset['saving'] = state;
    take.hidden = state !== 'conflict';
    keep.hidden = state !== 'conflict';
    if (texts === undefined) return;
    setText(message, trouble === undefined ? '' : texts[`save.${trouble}`]);
    setText(take, texts['save.takeOther']);
    setText(keep, texts['save.keepMine']);
  }
  paint();

  return {
    root,
    setTexts: (words) => {
      texts = words;
      paint();
    },
    show: (next) => {
      state = next;
      paint();
    },
  };
}
