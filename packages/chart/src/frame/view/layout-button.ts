import type { ChartTexts } from '../../bridge/messages.ts';
import type { SaveState } from '../store/autosave.ts';
import { element, setText } from './element.ts';
import { icon } from './icon.ts';
import { name, tool } from './tool-button.ts';

export interface LayoutButton {
  readonly root: HTMLButtonElement;
  setTexts(texts: ChartTexts): void;
  show(layout: { readonly name?: string; readonly saving?: SaveState }): void;
}

/** The open layout and whether it is saved, for the menu of the layouts. */
export function createLayoutButton(page: Document): LayoutButton {
  const root = tool(page);
  root.classList.add('chart-layout');
  root.setAttribute('aria-haspopup', 'menu');
  root.setAttribute('aria-expanded', 'false');
  const dot = root.appendChild(element(page, 'span', 'chart-layout-dot'));
  const label = root.appendChild(element(page, 'span', 'chart-tool-text'));
  root.append(icon(page, 'down'));
  let texts: ChartTexts | undefined;
  let shown: { readonly name: string; readonly saving: SaveState } = { name: '', saving: 'saved' };

  function paint(): void {
    if (texts === undefined) return;
    dot.dataset['saving'] = shown.saving;
    const title = shown.name === '' ? texts['layout.automatic'] : shown.name;
    setText(label, title);
    name(root, `${texts['layout.menu']}: ${title}. ${texts[`layout.state.${shown.saving}`]}`);
  }

  return {
    root,
    setTexts: (words) => {
      texts = words;
      paint();
    },
    show: (next) => {
      shown = { ...shown, ...next };
      paint();
    },
  };
}
