import type { ChartTexts } from '../../bridge/messages.ts';
import { element, setText } from './element.ts';
import { fillSelect } from './form.ts';
import { icon } from './icon.ts';
import { speedChoices } from './replay-speeds.ts';
import { name, tool } from './tool-button.ts';

export interface ReplayState {
  readonly isPlaying: boolean;
  /** The replay is at its last bar. */
  readonly isStill: boolean;
  readonly speed: number;
  /** Start of the newest visible bar, or the reason why there is none. */
  readonly time: string;
  /** The bars before the start are loading. */
  readonly isWaiting: boolean;
}

export interface ReplayBar {
  readonly root: HTMLElement;
  show(state: ReplayState): void;
  focus(): void;
}

interface ReplayBarEvents {
  readonly texts: () => ChartTexts;
  readonly locale: () => string;
  readonly toggle: () => unknown;
  readonly step: () => unknown;
  readonly setSpeed: (speed: number) => void;
  /** Selects another start. */
  readonly choose: () => void;
  readonly leave: () => void;
}

/** Controls over the picture during a replay: play and pause, next bar, speed, start, and return to real time. */
export function createReplayBar(page: Document, events: ReplayBarEvents): ReplayBar {
  const root = element(page, 'div', 'chart-replay');
  root.setAttribute('role', 'toolbar');
  const start = root.appendChild(tool(page, 'replay'));
  const play = root.appendChild(tool(page));
  const step = root.appendChild(tool(page, 'step'));
  const speeds = root.appendChild(element(page, 'select', 'chart-field'));
  fillSelect(speeds, speedChoices(events.locale()), '1');
  const time = root.appendChild(element(page, 'span', 'chart-replay-time'));
  const leave = root.appendChild(tool(page));
  start.addEventListener('click', events.choose);
  play.addEventListener('click', events.toggle);
  step.addEventListener('click', events.step);
  leave.addEventListener('click', events.leave);
  speeds.addEventListener('change', () => events.setSpeed(Number(speeds.value)));
  return {
    root,
    show: ({ isPlaying, isStill, speed, time: moment, isWaiting }) => {
      const texts = events.texts();
      root.setAttribute('aria-label', texts.replay);
      root.toggleAttribute('data-waiting', isWaiting);
      name(start, texts['replay.from']);
      const shown = isPlaying ? 'pause' : 'play';
      if (play.dataset['shown'] !== shown) play.replaceChildren(icon(page, shown));
      play.dataset['shown'] = shown;
      name(play, texts[`replay.${shown}`]);
      name(step, texts['replay.step']);
      play.setAttribute('aria-keyshortcuts', 'Shift+ArrowDown');
      step.setAttribute('aria-keyshortcuts', 'Shift+ArrowRight');
      // A disabled button would lose the keyboard focus.
      for (const button of [play, step]) button.setAttribute('aria-disabled', String(isStill));
      name(speeds, texts['replay.speed']);
      speeds.value = String(speed);
      setText(time, moment);
      setText(leave, texts['replay.leave']);
    },
    focus: () => play.focus(),
  };
}
