import type { ChartResolution, ChartTexts } from '../../bridge/messages.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { element, setText } from './element.ts';
import { icon } from './icon.ts';
import { openMenu } from './menu.ts';
import { name, tool } from './tool-button.ts';
import { NARROW } from './narrow.ts';

/** Always within reach; the others are in the menu beside them. */
const FAVOURITES: readonly ChartResolution[] = ['1', '5', '15', '30', '60', '240', '1D', '1W'];
/** Where space is limited (CHT-02). */
const SHORT_SET: readonly ChartResolution[] = ['1', '5', '30', '60', '240', '1D', '1W', '1M'];

export interface IntervalButtons {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  show(resolution: ChartResolution): void;
}

/** The interval of the bars: a button for each favourite, and a menu with all of them. */
export function createIntervalButtons(page: Document, choose: (resolution: ChartResolution) => void): IntervalButtons {
  const root = element(page, 'div', 'chart-resolutions');
  root.setAttribute('role', 'group');
  const favourites = FAVOURITES.map((resolution) => {
    const button = root.appendChild(tool(page));
    button.dataset['resolution'] = resolution;
    button.addEventListener('click', () => choose(resolution));
    return { resolution, button };
  });
  const more = root.appendChild(tool(page, 'down'));
  more.setAttribute('aria-haspopup', 'menu');
  more.setAttribute('aria-expanded', 'false');
  let texts: ChartTexts | undefined;
  let chosen: ChartResolution | undefined;

  more.addEventListener('click', () => {
    if (texts === undefined) return;
    const words = texts;
    const offered = page.defaultView?.matchMedia(NARROW).matches === true ? SHORT_SET : CHART_RESOLUTIONS;
    const choices = offered.map((resolution) => ({
      label: words[`res.${resolution}`],
      isChecked: resolution === chosen,
      run: () => choose(resolution),
    }));
    openMenu(more, words.moreResolutions, [{ choices }]);
  });

  function paint(): void {
    if (texts === undefined || chosen === undefined) return;
    root.setAttribute('aria-label', texts.resolution);
    for (const { resolution, button } of favourites) {
      setText(button, texts[`res.${resolution}`]);
      button.setAttribute('aria-pressed', String(resolution === chosen));
    }
    const shown = FAVOURITES.includes(chosen) ? '' : texts[`res.${chosen}`];
    if (more.dataset['shown'] !== shown) {
      more.dataset['shown'] = shown;
      more.replaceChildren(...(shown === '' ? [] : [shown]), icon(page, 'down'));
    }
    name(more, texts.moreResolutions);
  }

  return {
    root,
    setTexts: (words) => {
      texts = words;
      paint();
    },
    show: (resolution) => {
      chosen = resolution;
      paint();
    },
  };
}
