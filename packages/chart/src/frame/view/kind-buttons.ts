import type { ChartTexts } from '../../bridge/messages.ts';
import { SERIES_KINDS, type SeriesKind } from '../document/chart-document.ts';
import type { Favourites } from '../store/preferences.ts';
import { element } from './element.ts';
import { starOf, type ToggleFavourite } from './favourite-star.ts';
import { icon } from './icon.ts';
import { openMenu } from './menu.ts';
import { name, tool } from './tool-button.ts';

export interface KindButtons {
  readonly root: HTMLElement;
  /** Favourites that can be hidden, the first one first: the button of the menu shows the chosen one. */
  yielding(): readonly HTMLElement[];
  setTexts(texts: ChartTexts): void;
  show(kind: SeriesKind, favourites: Favourites): void;
}

export interface KindEvents {
  readonly choose: (kind: SeriesKind) => void;
  readonly toggleFavourite: ToggleFavourite;
}

/** The kind of the series: a button for each favourite, and a menu with all of them. */
export function createKindButtons(page: Document, { choose, toggleFavourite }: KindEvents): KindButtons {
  const root = element(page, 'div', 'chart-series-kinds');
  root.setAttribute('role', 'group');
  const starred = root.appendChild(element(page, 'span', 'chart-starred'));
  const all = root.appendChild(tool(page));
  all.setAttribute('aria-haspopup', 'menu');
  all.setAttribute('aria-expanded', 'false');
  let texts: ChartTexts | undefined;
  let shown: { readonly kind: SeriesKind; readonly favourites: Favourites } | undefined;

  all.addEventListener('click', () => {
    if (texts === undefined || shown === undefined) return;
    const words = texts;
    const { kind: now, favourites } = shown;
    const choices = SERIES_KINDS.map((kind) => {
      const label = words[`kind.${kind}`];
      const side = starOf(words, { group: 'kinds', choice: kind, label, favourites, toggle: toggleFavourite });
      return { label, icon: kind, isChecked: kind === now, run: () => choose(kind), side };
    });
    openMenu(all, words.kind, [{ choices }]);
  });

  function paint(): void {
    if (texts === undefined || shown === undefined) return;
    const { kind: now, favourites } = shown;
    root.setAttribute('aria-label', texts.kind);
    all.replaceChildren(icon(page, now), icon(page, 'down'));
    name(all, `${texts.kind}: ${texts[`kind.${now}`]}`);
    // Rebuilt only if the favourites change, so that a button keeps the focus.
    if (starred.dataset['kinds'] !== favourites.kinds.join(' ')) {
      starred.dataset['kinds'] = favourites.kinds.join(' ');
      starred.replaceChildren(
        ...favourites.kinds.map((kind) => {
          const button = tool(page, kind);
          button.dataset['kind'] = kind;
          button.addEventListener('click', () => choose(kind));
          return button;
        }),
      );
    }
    for (const button of starred.querySelectorAll<HTMLElement>('button')) {
      const kind = button.dataset['kind'] as SeriesKind;
      name(button, texts[`kind.${kind}`]);
      button.setAttribute('aria-pressed', String(kind === now));
    }
  }

  return {
    root,
    yielding: () => [...starred.querySelectorAll<HTMLElement>('button')].toReversed(),
    setTexts: (words) => {
      texts = words;
      paint();
    },
    show: (kind, favourites) => {
      if (shown?.kind === kind && shown.favourites === favourites) return;
      shown = { kind, favourites };
      paint();
    },
  };
}
