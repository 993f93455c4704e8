import type { ChartLine, DragEstimate, FrameMessage } from '../../bridge/messages.ts';
import type { DialogLoader } from '../dialog-loader.ts';
import type { ChartDocument } from '../document/chart-document.ts';
import type { Drawing } from '../drawings/drawing.ts';
import type { StudyReading } from '../engine/chart-engine.ts';
import type { RemoteFeed } from '../bar-feed.ts';
import type { Shown } from '../shown.ts';
import { ALERTS_KEY } from '../store/alerts-key.ts';
import type { AlertSettings } from '../view/alert-settings.ts';
import type { AlertRoom } from './alert-room.ts';

/** Initial values of a new alert. */
export interface AlertStart {
  readonly price?: number | undefined;
  /** Id of an indicator on the chart. */
  readonly study?: string;
  readonly drawing?: Drawing;
}

export interface AlertParts {
  readonly view: Window & typeof globalThis;
  readonly page: Document;
  readonly dialogs: DialogLoader;
  readonly shown: Shown;
  readonly remote: Pick<RemoteFeed, 'history' | 'subscribe'>;
  readonly document: () => ChartDocument;
  /** The newest price of the shown symbol. */
  readonly last: () => number | undefined;
  /** Newest values of the indicators on the chart. */
  readonly readings: () => readonly StudyReading[];
  readonly picture: () => HTMLElement;
  readonly showLines: (lines: readonly ChartLine[]) => void;
  readonly writeTime: (time: number) => string;
  /** Announced once to screen readers. */
  readonly say: (text: string) => void;
  readonly send: (message: FrameMessage) => void;
}

/** Entry point of the alerts: their code loads when there are any, or on first use. */
export class AlertController {
  private readonly parts: AlertParts;
  private coming: Promise<AlertRoom> | undefined;
  private room: AlertRoom | undefined;
  private isStopped = false;
  /** Price under the crosshair. */
  private pointed: number | undefined;

  constructor(parts: AlertParts) {
    this.parts = parts;
    parts.view.addEventListener('storage', this.heard);
    if (hasSome(parts.view)) this.enter(() => undefined);
  }

  pointAt(price: number | undefined): void {
    this.pointed = price;
  }

  /** At the crosshair by default, otherwise at the newest price. */
  create(start: AlertStart): void {
    const price = start.price ?? this.pointed;
    this.parts.dialogs.open(
      () => this.arrived(),
      (room) => room.create({ ...start, price }),
    );
  }

  addAt(price: number): void {
    this.enter((room) => room.addAt(price));
  }

  openList(): void {
    this.parts.dialogs.open(
      () => this.arrived(),
      (room) => room.openList(),
    );
  }

  async settings(): Promise<AlertSettings> {
    return (await this.arrived()).settings();
  }

  documentChanged(document: ChartDocument, isLoaded: boolean): void {
    this.room?.documentChanged(document, isLoaded);
  }

  /** The displayed symbol or language changed. */
  refresh(): void {
    this.room?.refresh();
  }

  lineButton(lineId: string, buttonId: string): void {
    this.room?.lineButton(lineId, buttonId);
  }

  dragged(lineId: string, price: number): DragEstimate | undefined {
    return this.room?.dragged(lineId, price);
  }

  dropped(lineId: string, price: number): void {
    this.room?.dropped(lineId, price);
  }

  stop(): void {
    this.isStopped = true;
    this.parts.view.removeEventListener('storage', this.heard);
    this.room?.stop();
    this.room = undefined;
  }

  /** Another window created alerts. */
  private readonly heard = ({ key }: StorageEvent): void => {
    if (key === ALERTS_KEY && this.room === undefined) this.enter(() => undefined);
  };

  private enter(then: (room: AlertRoom) => void): void {
    void this.arrived()
      .then((room) => {
        if (!this.isStopped) then(room);
      })
      .catch((cause: unknown) => console.warn('The alerts could not be loaded', cause));
  }

  private arrived(): Promise<AlertRoom> {
    this.coming ??= import('./alert-room.ts').then((code) => {
      if (this.isStopped) throw new Error('The chart is gone');
      this.room = new code.AlertRoom(this.parts);
      return this.room;
    });
    // The next use tries again.
    this.coming.catch(() => (this.coming = undefined));
    return this.coming;
  }
}

function hasSome(view: Window): boolean {
  try {
    return view.localStorage.getItem(ALERTS_KEY) !== null;
  } catch {
    return false;
  }
}
