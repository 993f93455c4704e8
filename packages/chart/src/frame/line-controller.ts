import type { ChartLine, ChartMark, FrameMessage } from '../bridge/messages.ts';
import type { AlertController } from './alerts/alert-controller.ts';
import { isAlertLine } from './alerts/line-ids.ts';
import type { BracketController } from './bracket-controller.ts';
import type { DialogLoader } from './dialog-loader.ts';
import type { ChartEngine, ChartEngineEvents } from './engine/chart-engine.ts';
import type { RemoteFeedRelay } from './remote-feed.ts';
import type { Shown } from './shown.ts';
import type { FrameView } from './view/frame-view.ts';
import type { TradingViewEvents } from './view/trading-view.ts';

export interface LineControllerParts {
  readonly page: Document;
  readonly dialogs: DialogLoader;
  readonly shown: Shown;
  readonly engine: () => ChartEngine;
  readonly frameView: () => FrameView;
  readonly alerts: () => AlertController;
  readonly brackets: () => BracketController;
  readonly remote: Pick<RemoteFeedRelay, 'quantities'>;
  /** Zone in which moments are written. */
  readonly timezone: () => string;
  readonly schedule: (work: () => void) => void;
  readonly send: (message: FrameMessage) => void;
}

/** The lines and marks of the account and of the alerts: shown in the engine and in the view, and what becomes of their gestures. */
export class LineController {
  private readonly parts: LineControllerParts;
  private alertLines: readonly ChartLine[] = [];
  private isHidden = false;
  private marks: readonly ChartMark[] = [];

  constructor(parts: LineControllerParts) {
    this.parts = parts;
  }

  /** Actions of the list of lines, by keyboard. */
  viewEvents(): TradingViewEvents {
    const { engine, alerts, brackets, remote, send } = this.parts;
    return {
      lineButton: this.lineButton,
      stepLine: (lineId, steps) => engine().trading.step(lineId, steps),
      dropLine: () => engine().trading.drop(),
      cancelLine: () => engine().trading.cancel(),
      pinLine: (lineId) => engine().trading.pin(lineId),
      planBracket: (side, price) => brackets().open(side, price),
      addAlert: (price) => alerts().addAt(price),
      drawLine: (at) => engine().drawings.placeAt('horizontalLine', at),
      wantOrder: (order) => send({ kind: 'orderWanted', ticker: this.ticker, order }),
      quantities: (orders) => remote.quantities(orders),
      lastPrice: () => engine().last()?.bar.close,
      writeTime: this.writeTime,
      openExecutions: () => this.openExecutions(),
      writePrice: (value) => engine().trading.write(value),
    };
  }

  /** Handlers of the engine's line events, such as drags. */
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
    const lines = this.isHidden ? [] : [...this.parts.shown.lines, ...this.alertLines];
    this.parts.engine().setLines(lines);
    this.trading.setLines(lines);
  }

  /** During a replay no line stands at a price of today. */
  hide(isHidden: boolean): void {
    this.isHidden = isHidden;
    this.show();
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

  private get ticker(): string {
    return this.parts.shown.symbol.ticker;
  }

  private get trading(): FrameView['trading'] {
    return this.parts.frameView().trading;
  }

  private openExecutions(): void {
    const { page, dialogs, shown } = this.parts;
    dialogs.open(
      () => import('./view/executions-table.ts'),
      (code) => code.openExecutions(page, shown.texts, this.marks, this.writeTime),
    );
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
      this.parts.send({ kind: 'lineDropped', ticker: this.ticker, drag, lineId, price });
      return;
    }
    this.parts.alerts().dropped(lineId, price);
    this.parts.engine().trading.ended(drag);
  };
}
