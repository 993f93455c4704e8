import type { ChartLine, FrameMessage, HostMessage, TradeTool } from '../bridge/messages.ts';
import { BracketController } from './bracket-controller.ts';
import type { ChartEngine } from './engine/chart-engine.ts';
import type { LineController } from './line-controller.ts';
import type { Shown } from './shown.ts';
import type { FrameView } from './view/frame-view.ts';

/** Messages about the account: its lines, their drags, trade plans and the tools for trading. */
export type AccountMessage = Extract<
  HostMessage,
  { readonly kind: 'lines' | 'tradeTools' | 'bracketEstimate' | 'bracketEnded' | 'dragEstimate' | 'dragEnded' }
>;

export interface AccountParts {
  readonly shown: Shown;
  readonly engine: () => ChartEngine;
  readonly frameView: () => FrameView;
  readonly lines: () => LineController;
  /** The lines are others. */
  readonly changed: () => void;
  readonly send: (message: FrameMessage) => void;
}

/** The account on the chart. A replay hides it: nothing of the past pretends to be live. */
export class AccountController {
  readonly brackets: BracketController;
  private readonly parts: AccountParts;
  private tools: readonly TradeTool[] = [];
  private isHidden = false;

  constructor(parts: AccountParts) {
    this.parts = parts;
    const { frameView, engine, shown, send } = parts;
    this.brackets = new BracketController({
      picture: () => frameView().trading.picture(),
      trading: () => engine().trading,
      shown,
      send,
    });
  }

  receive(message: AccountMessage): void {
    switch (message.kind) {
      case 'lines':
        this.setLines(message.lines);
        return;
      case 'tradeTools':
        this.setTools(message.tools);
        return;
      case 'bracketEstimate':
        this.brackets.show(message.bracket, message.estimate);
        return;
      case 'bracketEnded':
        this.brackets.ended(message.bracket, message.isDone);
        return;
      case 'dragEstimate':
        this.parts.frameView().trading.dragNote.show(message.estimate);
        return;
      case 'dragEnded':
        this.parts.engine().trading.ended(message.drag);
    }
  }

  setLines(lines: readonly ChartLine[]): void {
    this.parts.shown.lines = lines;
    this.parts.lines().show();
    this.parts.changed();
  }

  setTools(tools: readonly TradeTool[]): void {
    this.tools = tools;
    this.parts.frameView().trading.plus.setTools(this.isHidden ? [] : tools);
  }

  /** Its lines come with the next message. */
  symbolChanged(): void {
    this.brackets.close();
    this.setLines([]);
    this.parts.frameView().trading.plus.reset();
  }

  hide(isHidden: boolean): void {
    this.isHidden = isHidden;
    this.brackets.close();
    this.parts.lines().hide(isHidden);
    this.setTools(this.tools);
  }
}
