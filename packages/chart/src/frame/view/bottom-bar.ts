import type { ChartTexts, TimeFrame } from '../../bridge/messages.ts';
import { CHART_TEXT_KEYS } from '../../bridge/texts.ts';
import type { DocumentCommand, ScaleMode } from '../document/chart-document.ts';
import { exchangeNow } from '../model/exchange-clock.ts';
import { element, setText } from './element.ts';
import { createBarMenu, type BarButton } from './bar-menu.ts';
import { keepFitting } from './fit-parts.ts';
import { openMenu } from './menu.ts';
import { name, tool } from './tool-button.ts';
import type { ToolbarState } from './toolbar.ts';
import { zoneChoices, zoneName, zoneTime } from './zones.ts';

const SECOND = 1_000;

export interface BottomBarEvents {
  readonly chooseRange: (frame: TimeFrame) => void;
  readonly command: (command: DocumentCommand) => void;
  readonly setAuto: (isAuto: boolean) => void;
  readonly openGoTo: () => void;
}

export interface BottomBar {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  show(state: ToolbarState): void;
  /** Its clock stands still, and it no longer follows its size. */
  stop(): void;
}

/** Quick ranges, time zone and the modes of the price scale: below the picture. */
export function createBottomBar(page: Document, events: BottomBarEvents, timeFrames: readonly TimeFrame[]): BottomBar {
  const root = element(page, 'div', 'chart-bottom');
  const ranges = root.appendChild(element(page, 'div', 'chart-ranges'));
  ranges.setAttribute('role', 'group');
  const rangeButtons = timeFrames.map((frame) => {
    return { frame, button: ranges.appendChild(tool(page)) };
  });
  const goTo = root.appendChild(tool(page, 'calendar'));
  const goToText = goTo.appendChild(element(page, 'span', 'chart-tool-text'));
  root.append(element(page, 'span', 'chart-toolbar-space'));
  const zone = root.appendChild(tool(page));
  zone.setAttribute('aria-haspopup', 'menu');
  zone.setAttribute('aria-expanded', 'false');
  const percent = root.appendChild(tool(page));
  const log = root.appendChild(tool(page));
  const auto = root.appendChild(tool(page));
  let texts: ChartTexts | undefined;
  let state: ToolbarState | undefined;

  const toggle = (mode: ScaleMode): void => {
    if (state !== undefined) events.command({ kind: 'setScaleMode', to: state.document.scale.mode === mode ? 'regular' : mode });
  };
  const openZones = (anchor: HTMLButtonElement): void => {
    if (texts === undefined || state === undefined) return;
    const choices = zoneChoices(page, texts, { inUse: state.document.timezone, command: events.command });
    openMenu(anchor, texts.zone, [{ choices }]);
  };
  // In the order in which they move into the menu.
  const moving: readonly BarButton[] = [
    { button: percent, press: () => toggle('percent') },
    { button: log, press: () => toggle('log') },
    { button: zone, press: openZones },
    ...rangeButtons.toReversed().map(({ frame, button }): BarButton => ({ button, press: () => events.chooseRange(frame) })),
    { button: goTo, icon: 'calendar', press: () => events.openGoTo() },
    { button: auto, press: () => state && events.setAuto(!state.isAuto) },
  ];
  const more = createBarMenu(page, moving);
  root.append(more.root);
  const clock = page.createElement('span');
  const place = page.createElement('span');
  zone.append(clock, place);
  clock.className = 'chart-clock';
  const stopClock = everySecond(page, () => {
    if (state !== undefined) setText(clock, zoneTime(state.document.timezone, true));
  });

  const parts = { yielding: [goToText, clock], moving: moving.map(({ button }) => button), more: more.root };
  const fitting = keepFitting(root, () => parts, [zone]);

  function paint(): void {
    if (texts === undefined || state === undefined) return;
    const { scale, timezone } = state.document;
    ranges.setAttribute('aria-label', texts.ranges);
    more.setLabel(texts.moreRanges);
    setText(goToText, texts.goTo);
    name(goTo, texts.goTo);
    for (const { frame, button } of rangeButtons) setText(button, frameName(frame, texts));
    const where = zoneName(page, timezone, texts);
    setText(clock, zoneTime(timezone, true));
    setText(place, where);
    name(zone, `${texts.zone}: ${where}`);
    for (const [button, short, label, isPressed] of [
      [percent, texts['scale.percentShort'], texts['scale.percent'], scale.mode === 'percent'],
      [log, texts['scale.logShort'], texts['scale.log'], scale.mode === 'log'],
      [auto, texts.autoShort, texts.auto, state.isAuto],
    ] as const) {
      setText(button, short);
      name(button, label);
      button.setAttribute('aria-pressed', String(isPressed));
    }
  }

  return {
    root,
    setTexts: (words) => {
      texts = words;
      paint();
      fitting.fit();
    },
    show: (next) => {
      const before = state;
      state = next;
      paint();
      if (before === undefined || widthOf(before) !== widthOf(next)) fitting.fit();
    },
    stop: () => {
      stopClock();
      fitting.stop();
    },
  };
}

/** Differs where the bar's buttons need another width: a pressed one is bold, and each zone has its own name. */
const widthOf = ({ document: { scale, timezone }, isAuto }: ToolbarState): string => [timezone, scale.mode, isAuto].join(' ');

/** Calls `tick` at every full second while the page can be seen. Returns a function that ends it. */
function everySecond(page: Document, tick: () => void): () => void {
  const view = page.defaultView ?? window;
  let timer: number | undefined;
  const wait = (): void => {
    timer = view.setTimeout(
      () => {
        if (!page.hidden) tick();
        wait();
      },
      SECOND - (exchangeNow() % SECOND),
    );
  };
  wait();
  return () => view.clearTimeout(timer);
}

/** An embedding page may have time frames that no text names. */
function frameName({ text }: TimeFrame, texts: ChartTexts): string {
  const key = CHART_TEXT_KEYS.find((known) => known === `range.${text}`);
  return key === undefined ? text.toUpperCase() : texts[key];
}
