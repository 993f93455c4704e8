import type { ChartTexts } from '../../bridge/messages.ts';
import { AUTOMATIC, type StoredLayout } from '../store/stored-layout.ts';
import type { MenuGroup } from './menu.ts';

/** Number of layouts in the menu; the dialog lists all. */
const MOST_LISTED = 8;

export interface LayoutMenuState {
  readonly texts: ChartTexts;
  /** Key of the open layout, and the symbol that opens it. */
  readonly key: string;
  readonly bound: string;
  /** Symbol on the chart. */
  readonly ticker: string;
  /** Named layouts; `undefined` when they could not be read. */
  readonly all: readonly StoredLayout[] | undefined;
  readonly writeTime: (time: number) => string;
  readonly savesByItself: boolean;
  /** The open layout has changes that are not saved. */
  readonly hasChanges: boolean;
}

export interface LayoutMenuEvents {
  readonly toggleSaving: () => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly saveAs: () => void;
  readonly rename: () => void;
  readonly bind: (ticker: string) => void;
  readonly exportFile: () => void;
  readonly importFile: () => void;
  readonly open: (layout: Pick<StoredLayout, 'key' | 'ticker'>) => void;
  readonly startNew: () => void;
  readonly openAll: () => void;
}

/** Menu of the open layout's actions, the most recently saved layouts, and the list of all layouts. */
export function layoutGroups(state: LayoutMenuState, events: LayoutMenuEvents): readonly MenuGroup[] {
  const { texts, key, bound, ticker, all, writeTime, savesByItself, hasChanges } = state;
  const isNamed = key !== AUTOMATIC;
  const listed = (all ?? []).toSorted((a, b) => b.savedAt - a.savedAt).slice(0, MOST_LISTED);
  const pending = [
    { label: texts.save, hint: 'Ctrl S', run: events.save },
    { label: texts['layout.discard'], run: events.discard },
  ];
  const savesAs = !isNamed && savesByItself;
  return [
    {
      choices: [
        { label: texts['layout.byItself'], isChecked: savesByItself, run: events.toggleSaving },
        ...(!savesByItself && hasChanges ? pending : []),
      ],
    },
    {
      choices: [
        ...(isNamed ? [{ label: texts['layout.rename'], run: events.rename }] : []),
        { label: isNamed ? texts['layout.copy'] : texts['layout.saveAs'], ...(savesAs ? { hint: 'Ctrl S' } : {}), run: events.saveAs },
        ...(isNamed
          ? [
              {
                label: `${texts['layout.opensWith']} ${bound === '' ? ticker : bound}`,
                isChecked: bound !== '',
                run: () => events.bind(bound === '' ? ticker : ''),
              },
            ]
          : []),
        { label: texts['layout.export'], run: events.exportFile },
        { label: texts['layout.import'], run: events.importFile },
      ],
    },
    {
      heading: texts['layout.list'],
      choices: [
        { label: texts['layout.automatic'], isChecked: !isNamed, run: () => events.open({ key: AUTOMATIC, ticker: '' }) },
        ...listed.map((layout) => ({
          label: layout.name,
          note: layout.ticker === '' ? writeTime(layout.savedAt) : layout.ticker,
          isChecked: layout.key === key,
          run: () => events.open(layout),
        })),
      ],
    },
    {
      choices: [
        { label: texts['layout.new'], run: events.startNew },
        { label: texts['layout.all'], hint: '.', run: events.openAll },
      ],
    },
  ];
}
