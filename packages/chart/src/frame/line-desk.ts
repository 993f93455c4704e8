import type { ChartLine, ChartMark, FrameMessage } from '../bridge/messages.ts';
import type { AlertDesk } from './alerts/alert-desk.ts';
import { isAlertLine } from './alerts/line-ids.ts';
import type { BracketDesk } from './bracket-desk.ts';
import type { ChartEngine, ChartEngineEvents } from './engine/chart-engine.ts';
import { fetched } from './fetched.ts';
import type { Shown } from './shown.ts';
import type { FrameView } from './view/frame-view.ts';
import type { TradingViewEvents } from './view/trading-view.ts';

export interface LineDeskParts {
  readonly page: Document;
  readonly shown: Shown;
  readonly engine: () => ChartEngine;
  readonly frameView: () => FrameView;
  readonly alerts: () => AlertDesk;
  readonly brackets: () => BracketDesk;
  /** Zone in which moments are written. */
  readonly timezone: () => string;
  readonly schedule: (work: () => void) => void;
  readonly send: (message: FrameMessage) => void;
}

/** The lines and marks of the account and of the alerts: shown in the engine and in the view, and what becomes of their gestures. */
export class LineDesk {
  private readonly parts: LineDeskParts;
  private alertLines: readonly ChartLine[] = [];
  private marks: readonly ChartMark[] = [];

  constructor(parts: LineDeskParts) {
    this.parts = parts;
  }

  /** What the list of lines does, by keyboard. */
  viewEvents(): TradingViewEvents {
    const { engine, alerts, brackets, send } = this.parts;
    return {
      lineButton: this.lineButton,
      stepLine: (lineId, steps) => engine().trading.step(lineId, steps),
      dropLine: () => engine().trading.drop(),
      cancelLine: () => engine().trading.cancel(),
      pinLine: (lineId) => engine().trading.pin(lineId),
      planBracket: (side, price) => brackets().open(side, price),
      addAlert: (price) => alerts().addAt(price),
      drawLine: (at) => engine().drawings.placeAt('horizontalLine', at),
      wantOrder: (order) => send({ kind: 'orderWanted', order }),
      lastPrice: () => engine().last()?.bar.close,
      writeTime: this.writeTime,
      openExecutions: () => this.openExecutions(),
      writePrice: (value) => engine().trading.write(value),
    };
  }

  /** What becomes of lines that are dragged. */
  engineEvents(): Pick<
    ChartEngineEvents,
    'lineButton' | 'lineMenu' | 'crosshairAt' | 'marksAt' | 'schedule' | 'dragged' | 'dropped' | 'lineHeld'
  > {
    const { alerts, schedule } = this.parts;
    return {
      lineButton: this.lineButton,
      lineMenu: (lineIds, at) => this.trading.openLines(lineIds, at),
      marksAt: (hit) => this.trading.showMarks(hit),
      crosshairAt: (at) => {
        alerts().pointAt(at?.price);
        this.trading.plus.place(at);
      },
      schedule,
      dragged: this.dragged,
      dropped: this.dropped,
      lineHeld: (held) => this.trading.dragNote.place(held && { ...held, price: held.text }),
    };
  }

  /** The account's, and those of the alerts. */
  show(): void {
    const lines = [...this.parts.shown.lines, ...this.alertLines];
    this.parts.engine().setLines(lines);
    this.trading.setLines(lines);
  }

  setAlertLines(lines: readonly ChartLine[]): void {
    this.alertLines = lines;
    this.show();
  }

  setMarks(marks: readonly ChartMark[]): void {
    this.marks = marks;
    this.trading.setMarks(marks);
  }

  readonly writeTime = (time: number): string => {
    const { shown, timezone } = this.parts;
    return new Intl.DateTimeFormat(shown.locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: timezone() }).format(time);
  };

  private get trading(): FrameView['trading'] {
    return this.parts.frameView().trading;
  }

  private openExecutions(): void {
    const { page, shown } = this.parts;
    fetched(import('./view/executions-table.ts'), (code) => code.openExecutions(page, shown.texts, this.marks, this.writeTime));
  }

  private readonly lineButton = (lineId: string, buttonId: string): void => {
    if (isAlertLine(lineId)) this.parts.alerts().lineButton(lineId, buttonId);
    else this.parts.send({ kind: 'lineButton', lineId, buttonId });
  };

  private readonly dragged = (drag: number, lineId: string, price: number): void => {
    if (!isAlertLine(lineId)) {
      this.parts.send({ kind: 'lineDragged', drag, lineId, price });
      return;
    }
    const estimate = this.parts.alerts().dragged(lineId, price);
    if (estimate !== undefined) this.trading.dragNote.show(estimate);
  };

  private readonly dropped = (drag: number, lineId: string, price: number): void => {
    if (!isAlertLine(lineId)) {
      this.parts.send({ kind: 'lineDropped', drag, lineId, price });
      return;
    }
    this.parts.alerts().dropped(lineId, price);
    this.parts.engine().trading.ended(drag);
  };
}
