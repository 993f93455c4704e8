import type { ChartTexts } from '../../bridge/messages.ts';
import type { FavouriteGroup, Favourites } from '../store/preferences.ts';
import type { SideChoice } from './menu.ts';

export type ToggleFavourite = (group: FavouriteGroup, choice: string) => void;

export interface StarOptions<G extends FavouriteGroup> {
  readonly group: G;
  readonly choice: Favourites[G][number];
  readonly label: string;
  readonly favourites: Favourites;
  readonly toggle: ToggleFavourite;
}

/** The star in a menu's row. */
export function starOf<G extends FavouriteGroup>(
  texts: ChartTexts,
  { group, choice, label, favourites, toggle }: StarOptions<G>,
): SideChoice {
  const chosen: readonly string[] = favourites[group];
  return {
    label: `${texts.favourite}: ${label}`,
    icon: 'star',
    isChecked: chosen.includes(choice),
    run: () => toggle(group, choice),
  };
}
