import type { MarkHit } from '../render/paint-marks.ts';
import { createMarkNote } from './mark-note.ts';
import type { ChartLine, ChartMark, ChartTexts } from '../../bridge/messages.ts';
import type { TradingLook } from '../document/chart-document.ts';
import type { Point } from '../input/grip.ts';
import { createDragNote, type DragNote } from './drag-note.ts';
import { createLineList, ShownLines, type LineListEvents } from './line-list.ts';
import { createLineMenus, type LineMenuEvents } from './line-menus.ts';
import { createPlusButton, type PlusButton, type PlusEvents } from './plus-button.ts';

export interface TradingViewEvents extends LineListEvents, LineMenuEvents, PlusEvents {
  /** A moment in the chart's time zone. */
  readonly writeTime: (time: number) => string;
}

/** The elements of trading over the picture. */
export interface TradingElements {
  readonly roots: readonly HTMLElement[];
  /** Beside a dragged line. */
  readonly dragNote: DragNote;
  /** At the crosshair's price on the axis. */
  readonly plus: PlusButton;
  /** The picture below these elements. */
  picture(): HTMLElement;
  setTexts(texts: ChartTexts): void;
  setLines(lines: readonly ChartLine[]): void;
  /** Visible groups. */
  setLook(look: TradingLook): void;
  setMarks(marks: readonly ChartMark[]): void;
  /** Details of the marks under the pointer. */
  showMarks(hit: MarkHit | undefined): void;
  /** Opens the actions of a pressed label. */
  openLines(lineIds: readonly string[], at: Point): void;
}

export function createTradingView(page: Document, events: TradingViewEvents): TradingElements {
  const dragNote = createDragNote(page);
  const plus = createPlusButton(page, events);
  const list = createLineList(page, events);
  const lines = new ShownLines(list);
  const menus = createLineMenus(page, events);
  const markNote = createMarkNote(page, events.writeTime);
  return {
    roots: [dragNote.root, plus.root, list.root, menus.root, markNote.root],
    dragNote,
    plus,
    picture: () => {
      const { parentElement } = plus.root;
      if (parentElement === null) throw new Error('The elements of trading are not in the picture');
      return parentElement;
    },
    setTexts: (texts) => {
      for (const part of [dragNote, plus, list]) part.setTexts(texts);
    },
    setLines: (next) => lines.set(next),
    setLook: (look) => lines.setLook(look),
    setMarks: (marks) => list.setMarks(marks.length),
    showMarks: (hit) => markNote.show(hit),
    openLines: (ids, at) => menus.open(lines.find(ids), at),
  };
}
