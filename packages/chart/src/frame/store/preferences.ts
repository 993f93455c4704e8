import { DRAWING_TOOLS, type DrawingTool } from '../../bridge/drawing-tools.ts';
import { INDICATOR_IDS, type IndicatorId } from '../../bridge/indicator-names.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { isPlainObject, listOf, record, text, type Guard } from '../../bridge/shape.ts';
import { SERIES_KINDS, type PlotLook, type StudyEntry } from '../document/chart-document.ts';
import { isInputs, isLook } from '../document/read-document.ts';
import { isStyle, type DrawingStyle } from '../drawings/drawing.ts';

/** Choices that a user can mark as favourites. */
export const FAVOURITE_CHOICES = {
  kinds: SERIES_KINDS,
  resolutions: CHART_RESOLUTIONS,
  indicators: INDICATOR_IDS,
  tools: DRAWING_TOOLS,
} as const;
export type FavouriteGroup = keyof typeof FAVOURITE_CHOICES;
export type Favourites = { readonly [G in FavouriteGroup]: readonly (typeof FAVOURITE_CHOICES)[G][number][] };

/** A named style. */
export interface Template<T> {
  readonly name: string;
  readonly look: T;
}

/** Inputs and plots of an indicator. */
export interface StudyLook {
  readonly inputs: StudyEntry['inputs'];
  readonly looks: readonly PlotLook[];
}

/** User preferences for all layouts. */
export interface Preferences {
  /** Layouts are saved automatically, or only on request. */
  readonly savesByItself: boolean;
  readonly favourites: Favourites;
  readonly drawings: Readonly<Partial<Record<DrawingTool, readonly Template<DrawingStyle>[]>>>;
  readonly studies: Readonly<Partial<Record<IndicatorId, readonly Template<StudyLook>[]>>>;
}

/** CHT-25: the favourite chart type is Line. */
export const STANDARD_PREFERENCES: Preferences = {
  savesByItself: true,
  favourites: { kinds: ['line'], resolutions: ['1', '5', '15', '30', '60', '240', '1D', '1W'], indicators: [], tools: [] },
  drawings: {},
  studies: {},
};

export const LONGEST_TEMPLATE_NAME = 60;
const MOST_TEMPLATES = 50;
const templatesOf = <T>(look: Guard<T>): Guard<readonly Template<T>[]> =>
  listOf(record({ name: text(LONGEST_TEMPLATE_NAME), look }), MOST_TEMPLATES);
const areDrawings = templatesOf(isStyle);
const areStudies = templatesOf(record({ inputs: isInputs, looks: listOf(isLook, 20) }));

/** Stored preferences; an unreadable part has its default. */
export function readPreferences(stored: unknown): Preferences {
  const parts = isPlainObject(stored) ? stored : {};
  const favourites = isPlainObject(parts['favourites']) ? parts['favourites'] : {};
  const read = <G extends FavouriteGroup>(group: G): Favourites[G] => {
    const list: readonly unknown[] | undefined = Array.isArray(favourites[group]) ? favourites[group] : undefined;
    const choices: readonly Favourites[G][number][] = FAVOURITE_CHOICES[group];
    // In the order of the menus, each once.
    return (
      list === undefined ? STANDARD_PREFERENCES.favourites[group] : choices.filter((choice) => list.includes(choice))
    ) as Favourites[G];
  };
  return {
    savesByItself: parts['savesByItself'] !== false,
    favourites: { kinds: read('kinds'), resolutions: read('resolutions'), indicators: read('indicators'), tools: read('tools') },
    drawings: readTemplates(parts['drawings'], DRAWING_TOOLS, areDrawings),
    studies: readTemplates(parts['studies'], INDICATOR_IDS, areStudies),
  };
}

function readTemplates<K extends string, T>(stored: unknown, keys: readonly K[], guard: Guard<T>): Readonly<Partial<Record<K, T>>> {
  const templates = isPlainObject(stored) ? stored : {};
  const found = keys.filter((key) => guard(templates[key])).map((key) => [key, templates[key]] as const);
  return Object.fromEntries(found) as Partial<Record<K, T>>;
}

/** Adds or removes a favourite. */
export function withFavourite(preferences: Preferences, group: FavouriteGroup, choice: string): Preferences {
  const { favourites } = preferences;
  const all: readonly string[] = FAVOURITE_CHOICES[group];
  const now: readonly string[] = favourites[group];
  const next = all.filter((each) => (each === choice) !== now.includes(each));
  return { ...preferences, favourites: { ...favourites, [group]: next } };
}

/** With a template in place of the one of that name; without a look, the template goes. */
export function withTemplate<T>(templates: readonly Template<T>[] | undefined, name: string, look: T | undefined): readonly Template<T>[] {
  const others = (templates ?? []).filter((template) => template.name !== name);
  return look === undefined ? others : [...others, { name, look }].slice(-MOST_TEMPLATES);
}
