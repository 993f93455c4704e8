import type { ChartMark } from '../bridge/messages.ts';
import type { DialogLoader } from './dialog-loader.ts';
import type { ChartEngine } from './engine/chart-engine.ts';
import type { KeptView } from './engine/viewport.ts';
import { fetched } from './fetched.ts';
import { ReplayGate } from './replay/replay-gate.ts';
import { longestStep } from './resolution.ts';
import { zoneOfBars, type Shown } from './shown.ts';
import type { ReplayBar } from './view/replay-bar.ts';

/** Bars in a second at speed 1. */
const SECOND = 1_000;
/** So many bars back a replay may start: they are all loaded first. */
const MOST_BARS = 200_000;

export interface ReplayControllerParts {
  readonly page: Document;
  readonly dialogs: DialogLoader;
  readonly timers: Pick<Window, 'setInterval' | 'clearInterval'>;
  readonly shown: Shown;
  readonly engine: () => ChartEngine;
  /** Over which its controls lie. */
  readonly picture: () => HTMLElement;
  readonly timezone: () => string;
  /** A moment in the chart's time zone. */
  readonly writeTime: (time: number) => string;
  /** A replay began or ended. */
  readonly changed: () => void;
  /** Another bar is the newest one on the chart. */
  readonly stepped: () => void;
  /** These marks are on the chart. */
  readonly marked: (marks: readonly ChartMark[]) => void;
  readonly say: (text: string) => void;
  /** Says the newest bar. */
  readonly sayNewest: () => void;
  readonly focusChart: () => void;
}

/** A start whose bars are on their way. */
interface Awaited {
  readonly time: number;
  /** The view before the request for bars. */
  readonly kept: KeptView;
}

/** Replays the chart's own bars: where it starts, how fast it goes, and the way back to real time. Its controls come with their first use. */
export class ReplayController {
  /** Through which the feed reaches the engine. */
  readonly gate: ReplayGate;
  private readonly parts: ReplayControllerParts;
  private bar: ReplayBar | undefined;
  private timer: number | undefined;
  private speed = 1;
  private awaited: Awaited | undefined;

  constructor(parts: ReplayControllerParts) {
    this.parts = parts;
    this.gate = new ReplayGate(parts.engine, {
      interrupted: () => this.ended(),
      answered: (isFailed) => this.answered(isFailed),
      marked: parts.marked,
    });
  }

  /** Asks where to start, also while a replay runs. */
  readonly open = (): void => {
    const { page, dialogs, shown, engine, timezone } = this.parts;
    const { newest } = this.gate;
    if (newest === undefined) return;
    this.pause();
    this.show();
    const inView = engine().view.bars();
    const options = {
      texts: shown.texts,
      locale: shown.locale,
      timezone: zoneOfBars(shown.resolution, timezone()),
      known: { from: Math.max(0, newest - MOST_BARS * longestStep(shown.resolution)), to: newest },
      time: inView[Math.floor(inView.length / 2)]?.time ?? newest,
      speed: this.speed,
      setSpeed: this.setSpeed,
      start: this.start,
      pick: this.pick,
    };
    dialogs.open(
      () => import('./view/replay-dialog.ts'),
      (code) => code.openReplay(page, options),
    );
  };

  /** Back to real time, by a press. */
  readonly leave = (): void => {
    this.end();
    this.parts.focusChart();
  };

  /** Back to real time, wherever the focus is. */
  end(): void {
    if (this.gate.isReplaying) this.gate.leave();
    else if (this.awaited !== undefined) this.parts.engine().view.restore(this.awaited.kept);
    else return;
    this.ended();
  }

  stop(): void {
    this.pause();
  }

  /** The replay is over, however it ended. */
  private ended(): void {
    this.awaited = undefined;
    this.pause();
    this.bar?.root.remove();
    this.bar = undefined;
    this.parts.changed();
  }

  private readonly setSpeed = (speed: number): void => {
    this.speed = speed;
    if (this.timer !== undefined) this.play();
    this.show();
  };

  private readonly start = (time: number): void => {
    const { page, shown, engine, picture } = this.parts;
    fetched(import('./view/replay-bar.ts'), (code) => {
      this.awaited = { time, kept: this.awaited?.kept ?? engine().view.keep() };
      this.bar ??= code.createReplayBar(page, {
        texts: () => shown.texts,
        locale: () => shown.locale,
        toggle: this.toggle,
        step: this.step,
        setSpeed: this.setSpeed,
        choose: this.open,
        leave: this.leave,
      });
      picture().append(this.bar.root);
      this.begin();
      this.bar.focus();
    });
  };

  /** Starts as soon as the bars reach back far enough: until then, the view shows their beginning, which requests older ones. */
  private begin(): void {
    const { awaited, gate } = this;
    if (awaited === undefined) return;
    if (gate.reaches(awaited.time)) {
      this.awaited = undefined;
      gate.start(awaited.time, awaited.kept);
      this.parts.changed();
    } else {
      this.parts.say(this.parts.shown.texts['replay.loading']);
      this.parts.engine().view.showRange(awaited.time, awaited.time + longestStep(this.parts.shown.resolution));
    }
    this.show();
  }

  private answered(isFailed: boolean): void {
    if (this.awaited === undefined) return;
    if (!isFailed) {
      this.begin();
      return;
    }
    const { page, shown } = this.parts;
    const { kept } = this.awaited;
    // A running replay continues.
    this.awaited = undefined;
    this.parts.engine().view.restore(kept);
    if (!this.gate.isReplaying) this.ended();
    this.show();
    const notice = { title: shown.texts.replay, line: shown.texts['replay.failed'] };
    fetched(import('./view/question-dialog.ts'), (code) => code.openNotice(page, shown.texts, notice));
  }

  /** The next press on the chart is the start. */
  private readonly pick = (): void => {
    const { page, dialogs, shown, engine, picture } = this.parts;
    // Every bar can be picked, also those that a replay keeps back.
    if (this.gate.isReplaying) this.leave();
    dialogs.open(
      () => import('./view/bar-picker.ts'),
      (code) => code.pickBar(page, { picture: picture(), texts: shown.texts, timeAt: (x) => engine().view.timeAt(x), picked: this.start }),
    );
  };

  /** Plays or pauses; false when no replay runs. */
  readonly toggle = (): boolean => {
    if (!this.gate.isReplaying) return false;
    if (this.timer === undefined) this.play();
    else this.pause();
    this.show();
    return true;
  };

  /** One bar on; false when no replay runs. */
  readonly step = (): boolean => {
    if (!this.gate.isReplaying) return false;
    this.pause();
    this.next();
    this.parts.sayNewest();
    return true;
  };

  private play(): void {
    this.pause();
    this.timer = this.parts.timers.setInterval(() => this.next(), SECOND / this.speed);
  }

  private pause(): void {
    this.parts.timers.clearInterval(this.timer);
    this.timer = undefined;
  }

  private next(): void {
    this.gate.step();
    if (this.gate.isAtEnd) this.pause();
    this.parts.stepped();
    this.show();
  }

  private show(): void {
    const { engine, shown, writeTime } = this.parts;
    const time = engine().last()?.bar.time;
    const isWaiting = this.awaited !== undefined;
    const moment = time === undefined ? '' : writeTime(time);
    this.bar?.show({
      isPlaying: this.timer !== undefined,
      isStill: isWaiting || this.gate.isAtEnd,
      speed: this.speed,
      time: isWaiting ? shown.texts['replay.loading'] : moment,
      isWaiting,
    });
  }
}
