import type { ChartTexts } from '../../bridge/messages.ts';
import type { ChartDocument } from '../document/chart-document.ts';
import { PRICE_PANE, type PaneBox } from '../document/panes.ts';
import { element } from './element.ts';
import { icon, type IconName } from './icon.ts';
import { compareName, studyName } from './study-name.ts';
import { name, tool } from './tool-button.ts';

/** Pixels that a divider moves per press of an arrow key. */
const KEY_STEP = 10;
/** Larger than any picture: the divider stops at its limit. */
const TO_THE_END = 10_000;
/** Between the buttons and the price axis. */
const GAP = 6;

export interface PaneBarEvents {
  /** The divider above a pane moved by pixels from its start. */
  readonly drag: (id: string, pixels: number) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
  readonly step: (id: string, pixels: number) => void;
  readonly move: (id: string, by: -1 | 1) => void;
  readonly toggle: (id: string) => void;
  readonly close: (id: string) => void;
}

export interface PaneBars {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  set(document: ChartDocument): void;
  /** From top to bottom. `axisWidth`: width of the price axis, which stays free. */
  place(boxes: readonly PaneBox[], axisWidth: number): void;
}

interface Bar {
  readonly divider: HTMLElement;
  readonly tools: HTMLElement;
  readonly buttons: readonly [up: HTMLButtonElement, down: HTMLButtonElement, whole: HTMLButtonElement, close: HTMLButtonElement];
}

/** The dividers between panes, and the buttons of each pane at its top right. */
export function createPaneBars(picture: HTMLElement, events: PaneBarEvents): PaneBars {
  const page = picture.ownerDocument;
  const root = element(page, 'div', 'chart-panes');
  const bars = new Map<string, Bar>();
  let boxes: readonly PaneBox[] = [];
  let axisWidth = 0;
  let texts: ChartTexts | undefined;
  let document: ChartDocument | undefined;

  function make(id: string): Bar {
    const divider = createDivider(page, id, events);
    const tools = element(page, 'div', 'chart-pane-tools');
    tools.dataset['pane'] = id;
    const [up, down, whole, close] = [tool(page, 'up'), tool(page, 'down'), tool(page), tool(page, 'close')];
    tools.append(up, down, whole, close);
    up.addEventListener('click', () => events.move(id, -1));
    down.addEventListener('click', () => events.move(id, 1));
    whole.addEventListener('click', () => events.toggle(id));
    close.addEventListener('click', () => events.close(id));
    root.append(divider, tools);
    return { divider, tools, buttons: [up, down, whole, close] };
  }

  function paint(): void {
    if (texts === undefined || document === undefined) return;
    const words = texts;
    const shown = document;
    for (const [id, { divider, tools }] of bars) {
      if (boxes.some((box) => box.id === id)) continue;
      divider.remove();
      tools.remove();
      bars.delete(id);
    }
    boxes.forEach((box, index) => {
      const bar = bars.get(box.id) ?? make(box.id);
      bars.set(box.id, bar);
      fill(
        bar,
        { box, index, boxes, axisWidth, isMaximised: shown.panes.maximised === box.id, label: labelOf(box.id, shown, words) },
        words,
      );
    });
  }

  picture.addEventListener('pointermove', (event) => {
    const y = event.clientY - picture.getBoundingClientRect().top;
    const over = boxes.find(({ top, height }) => y >= top && y < top + height)?.id;
    for (const [id, { tools }] of bars) tools.toggleAttribute('data-over', id === over);
  });
  picture.addEventListener('pointerleave', () => {
    for (const { tools } of bars.values()) tools.removeAttribute('data-over');
  });
  return {
    root,
    setTexts: (words) => {
      texts = words;
      paint();
    },
    set: (next) => {
      if (next === document) return;
      document = next;
      paint();
    },
    place: (next, width) => {
      if (JSON.stringify([next, width]) === JSON.stringify([boxes, axisWidth])) return;
      boxes = next;
      axisWidth = width;
      paint();
    },
  };
}

interface BarState {
  readonly box: PaneBox;
  readonly index: number;
  readonly boxes: readonly PaneBox[];
  readonly axisWidth: number;
  readonly isMaximised: boolean;
  readonly label: string;
}

function fill({ divider, tools, buttons }: Bar, { box, index, boxes, axisWidth, isMaximised, label }: BarState, texts: ChartTexts): void {
  const isAlone = boxes.length === 1 && !isMaximised;
  const isPrice = box.id === PRICE_PANE;
  const total = boxes.reduce((sum, { height }) => sum + height, 0);
  divider.hidden = index === 0;
  divider.style.top = `${box.top}px`;
  divider.setAttribute('aria-label', `${texts['pane.resize']}: ${label}`);
  divider.setAttribute('aria-valuenow', String(Math.round((100 * box.height) / Math.max(1, total))));
  divider.setAttribute('aria-valuetext', `${Math.round(box.height)} px`);
  tools.hidden = isAlone;
  tools.style.top = `${box.top + GAP}px`;
  tools.style.right = `${axisWidth + GAP}px`;
  const [up, down, whole, close] = buttons;
  const first = boxes[0]?.id === PRICE_PANE ? 1 : 0;
  const [shown, words]: readonly [IconName, string] = isMaximised
    ? ['restore', texts['pane.restore']]
    : ['maximise', texts['pane.maximise']];
  up.hidden = isPrice || isMaximised || index <= first;
  down.hidden = isPrice || isMaximised || index === boxes.length - 1;
  close.hidden = isPrice;
  name(up, `${texts['pane.up']}: ${label}`);
  name(down, `${texts['pane.down']}: ${label}`);
  name(whole, `${words}: ${label}`);
  name(close, `${texts['pane.close']}: ${label}`);
  if (whole.dataset['icon'] === shown) return;
  whole.dataset['icon'] = shown;
  whole.replaceChildren(icon(whole.ownerDocument, shown));
}

function labelOf(id: string, { studies, compares }: ChartDocument, texts: ChartTexts): string {
  const study = studies.find((entry) => entry.id === id);
  const compare = compares.find((entry) => entry.id === id);
  if (study !== undefined) return studyName(study, studies, texts);
  return compare === undefined ? texts.price : compareName(compare, texts);
}

/** Dragged, or moved by the arrow keys while it has the focus. */
function createDivider(page: Document, id: string, { drag, drop, cancel, step }: PaneBarEvents): HTMLElement {
  const divider = element(page, 'div', 'chart-pane-divider');
  divider.dataset['pane'] = id;
  divider.setAttribute('role', 'separator');
  divider.setAttribute('aria-orientation', 'horizontal');
  divider.setAttribute('aria-valuemin', '0');
  divider.setAttribute('aria-valuemax', '100');
  divider.tabIndex = 0;
  let from: number | undefined;
  const end = (isDropped: boolean): void => {
    if (from === undefined) return;
    from = undefined;
    divider.removeAttribute('data-held');
    if (isDropped) drop();
    else cancel();
  };
  divider.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    from = event.clientY;
    divider.setPointerCapture(event.pointerId);
    divider.setAttribute('data-held', '');
  });
  divider.addEventListener('pointermove', (event) => {
    if (from !== undefined) drag(id, event.clientY - from);
  });
  divider.addEventListener('pointerup', () => end(true));
  divider.addEventListener('pointercancel', () => end(false));
  divider.addEventListener('keydown', (event) => {
    const pixels = { ArrowUp: -KEY_STEP, ArrowDown: KEY_STEP, Home: -TO_THE_END, End: TO_THE_END }[event.key];
    if (pixels !== undefined) step(id, pixels);
    else if (event.key === 'Escape' && from !== undefined) end(false);
    else return;
    event.preventDefault();
  });
  return divider;
}
