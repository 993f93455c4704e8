import type { ChartResolution, ChartTexts } from '../../bridge/messages.ts';
import type { DocumentCommand, ScaleMode } from '../document/chart-document.ts';
import { element, setText } from './element.ts';
import { openMenu } from './menu.ts';
import { name, tool, type ToolbarState } from './toolbar.ts';

const DAY = 86_400_000;

export interface QuickRange {
  readonly key: 'range.1d' | 'range.5d' | 'range.1m' | 'range.3m' | 'range.6m' | 'range.1y';
  readonly resolution: ChartResolution;
  /** Milliseconds up to the newest bar. */
  readonly span: number;
}

/** CHT-03. */
const QUICK_RANGES: readonly QuickRange[] = [
  { key: 'range.1d', resolution: '1', span: DAY },
  { key: 'range.5d', resolution: '15', span: 5 * DAY },
  { key: 'range.1m', resolution: '60', span: 30 * DAY },
  { key: 'range.3m', resolution: '360', span: 91 * DAY },
  { key: 'range.6m', resolution: '720', span: 182 * DAY },
  { key: 'range.1y', resolution: '1D', span: 365 * DAY },
];

export const ZONES = [
  'Etc/UTC',
  'America/New_York',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Dubai',
  'Asia/Singapore',
  'Asia/Tokyo',
] as const;

export interface BottomBarEvents {
  readonly command: (command: DocumentCommand) => void;
  readonly setAuto: (isAuto: boolean) => void;
  readonly openGoTo: () => void;
}

export interface BottomBar {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  show(state: ToolbarState): void;
}

/** Quick ranges, time zone and the modes of the price scale: below the picture. */
export function createBottomBar(page: Document, events: BottomBarEvents, chooseRange: (range: QuickRange) => void): BottomBar {
  const root = element(page, 'div', 'chart-bottom');
  const ranges = root.appendChild(element(page, 'div', 'chart-ranges'));
  ranges.setAttribute('role', 'group');
  const rangeButtons = QUICK_RANGES.map((range) => {
    const button = ranges.appendChild(tool(page));
    button.addEventListener('click', () => chooseRange(range));
    return { range, button };
  });
  const goTo = root.appendChild(tool(page, 'calendar'));
  const goToText = goTo.appendChild(element(page, 'span', 'chart-tool-text'));
  goTo.addEventListener('click', events.openGoTo);
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
  percent.addEventListener('click', () => toggle('percent'));
  log.addEventListener('click', () => toggle('log'));
  auto.addEventListener('click', () => {
    if (state !== undefined) events.setAuto(!state.isAuto);
  });
  zone.addEventListener('click', () => {
    if (texts === undefined || state === undefined) return;
    const { timezone } = state.document;
    const words = texts;
    const choices = ZONES.map((to) => ({
      label: words[`zone.${to}`],
      isChecked: to === timezone,
      run: () => events.command({ kind: 'setTimezone', to }),
    }));
    openMenu(zone, words.zone, [{ choices }]);
  });

  function paint(): void {
    if (texts === undefined || state === undefined) return;
    const { scale, timezone } = state.document;
    ranges.setAttribute('aria-label', texts.ranges);
    setText(goToText, texts.goTo);
    name(goTo, texts.goTo);
    for (const { range, button } of rangeButtons) setText(button, texts[range.key]);
    const known = ZONES.find((candidate) => candidate === timezone);
    const place = known === undefined ? timezone : texts[`zone.${known}`];
    setText(zone, place);
    name(zone, `${texts.zone}: ${place}`);
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
    },
    show: (next) => {
      state = next;
      paint();
    },
  };
}
