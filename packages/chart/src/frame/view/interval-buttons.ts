import type { ChartResolution, ChartTexts } from '../../bridge/messages.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import type { Favourites } from '../store/preferences.ts';
import { element, setText } from './element.ts';
import { starOf, type ToggleFavourite } from './favourite-star.ts';
import { icon } from './icon.ts';
import { openMenu, type MenuChoice } from './menu.ts';
import { NARROW } from './narrow.ts';
import { name, tool } from './tool-button.ts';

/** Where space is limited (CHT-02). */
const SHORT_SET: readonly ChartResolution[] = ['1', '5', '30', '60', '240', '1D', '1W', '1M'];

const LONG = { '1D': 'day', '1W': 'week', '1M': 'month' } as const;
/** Units of the intervals that stand together. */
const KINDS: readonly (readonly string[])[] = [['minute'], ['hour'], ['day', 'week', 'month']];
const MINUTES_PER_HOUR = 60;

function unitOf(resolution: ChartResolution): { readonly count: number; readonly unit: string } {
  if (resolution === '1D' || resolution === '1W' || resolution === '1M') return { count: 1, unit: LONG[resolution] };
  const minutes = Number(resolution);
  return minutes < MINUTES_PER_HOUR ? { count: minutes, unit: 'minute' } : { count: minutes / MINUTES_PER_HOUR, unit: 'hour' };
}

/** "30 minutes", in the language of the page. */
function longName(page: Document, resolution: ChartResolution): string {
  const { count, unit } = unitOf(resolution);
  return new Intl.NumberFormat(page.documentElement.lang || 'en', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

export interface IntervalButtons {
  readonly root: HTMLElement;
  /** Favourites that can be hidden, the first one first: the chosen one stays. */
  yielding(): readonly HTMLElement[];
  setTexts(texts: ChartTexts): void;
  show(resolution: ChartResolution, favourites: Favourites): void;
}

export interface IntervalEvents {
  readonly choose: (resolution: ChartResolution) => void;
  readonly toggleFavourite: ToggleFavourite;
}

/** The interval of the bars: a button for each favourite, and a menu with all of them. */
export function createIntervalButtons(page: Document, { choose, toggleFavourite }: IntervalEvents): IntervalButtons {
  const root = element(page, 'div', 'chart-resolutions');
  root.setAttribute('role', 'group');
  const starred = root.appendChild(element(page, 'span', 'chart-starred'));
  const more = root.appendChild(tool(page, 'down'));
  more.setAttribute('aria-haspopup', 'menu');
  more.setAttribute('aria-expanded', 'false');
  let texts: ChartTexts | undefined;
  let shown: { readonly resolution: ChartResolution; readonly favourites: Favourites } | undefined;

  more.addEventListener('click', () => {
    if (texts === undefined || shown === undefined) return;
    const words = texts;
    const { resolution: now, favourites } = shown;
    const offered = page.defaultView?.matchMedia(NARROW).matches === true ? SHORT_SET : CHART_RESOLUTIONS;
    const choiceOf = (resolution: ChartResolution): MenuChoice => {
      const label = words[`res.${resolution}`];
      const side = starOf(words, { group: 'resolutions', choice: resolution, label, favourites, toggle: toggleFavourite });
      return { label: longName(page, resolution), isChecked: resolution === now, run: () => choose(resolution), side };
    };
    const groups = KINDS.map((units) => ({ choices: offered.filter((each) => units.includes(unitOf(each).unit)).map(choiceOf) }));
    openMenu(more, words.moreResolutions, groups);
  });

  function paint(): void {
    if (texts === undefined || shown === undefined) return;
    const { resolution: now, favourites } = shown;
    root.setAttribute('aria-label', texts.resolution);
    // Rebuilt only if the favourites change, so that a button keeps the focus.
    if (starred.dataset['resolutions'] !== favourites.resolutions.join(' ')) {
      starred.dataset['resolutions'] = favourites.resolutions.join(' ');
      starred.replaceChildren(
        ...favourites.resolutions.map((resolution) => {
          const button = tool(page);
          button.dataset['resolution'] = resolution;
          button.addEventListener('click', () => choose(resolution));
          return button;
        }),
      );
    }
    for (const button of starred.querySelectorAll<HTMLElement>('button')) {
      const resolution = button.dataset['resolution'] as ChartResolution;
      setText(button, texts[`res.${resolution}`]);
      button.setAttribute('aria-pressed', String(resolution === now));
    }
    const other = favourites.resolutions.includes(now) ? '' : texts[`res.${now}`];
    if (more.dataset['shown'] !== other) {
      more.dataset['shown'] = other;
      more.replaceChildren(...(other === '' ? [] : [other]), icon(page, 'down'));
    }
    name(more, texts.moreResolutions);
  }

  return {
    root,
    yielding: () => {
      const buttons = [...starred.children].filter((child) => child instanceof HTMLElement);
      for (const button of buttons) button.hidden = false;
      return buttons.filter((button) => button.getAttribute('aria-pressed') !== 'true').toReversed();
    },
    setTexts: (words) => {
      texts = words;
      paint();
    },
    show: (resolution, favourites) => {
      if (shown?.resolution === resolution && shown.favourites === favourites) return;
      shown = { resolution, favourites };
      paint();
    },
  };
}
