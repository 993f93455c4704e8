import type { BracketEstimate, FrameMessage, PlannedBracket } from '../bridge/messages.ts';
import type { TradingView } from './engine/chart-engine.ts';
import type { Shown } from './shown.ts';
import { fetched } from './fetched.ts';
import type { BracketView } from './view/bracket-view.ts';

export interface BracketControllerParts {
  /** Over which plans lie. */
  readonly picture: () => HTMLElement;
  readonly trading: () => TradingView;
  readonly shown: Shown;
  readonly send: (message: FrameMessage) => void;
}

/** The trade plan on the chart, one at a time: its view comes with its first use. */
export class BracketController {
  private readonly parts: BracketControllerParts;
  private view: BracketView | undefined;
  private bracket = 0;

  constructor(parts: BracketControllerParts) {
    this.parts = parts;
  }

  open(side: PlannedBracket['side'], price: number): void {
    this.close();
    const { picture, trading, shown, send } = this.parts;
    const { bracket } = this;
    const { ticker } = shown.symbol;
    const events = {
      moved: (plan: PlannedBracket): void => send({ kind: 'bracketMoved', bracket, plan }),
      used: (plan: PlannedBracket, use: 'send' | 'form'): void => send({ kind: 'bracketUsed', ticker, bracket, plan, use }),
      closed: (): void => this.close(),
    };
    fetched(import('./view/bracket-view.ts'), ({ openBracket }) => {
      if (bracket !== this.bracket) return;
      this.view = openBracket({ picture: picture(), texts: shown.texts, trading: trading(), start: { side, price }, events });
    });
  }

  show(bracket: number, estimate: BracketEstimate): void {
    if (bracket === this.bracket) this.view?.show(estimate);
  }

  ended(bracket: number, isDone: boolean): void {
    if (bracket !== this.bracket) return;
    if (isDone) this.close();
    else this.view?.goOn();
  }

  /** Also called when the symbol changes, because the prices no longer apply. */
  close(): void {
    this.bracket += 1;
    this.view?.remove();
    this.view = undefined;
  }
}
