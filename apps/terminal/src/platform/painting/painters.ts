import { BookKeeper, TapeKeeper } from '@tapedeck/client';
import { READING_MS } from './reading-pace.ts';
import type { MakeScene, Scene } from './scene.ts';
import { SharedMarket } from './shared-market.ts';
import { WorkerLine } from './worker-line.ts';
import type { FromWorker, LineState, LineTerms, SceneName, ToWorker } from './worker-messages.ts';

/** Interval at which the page receives the book: frequent enough for its readers there, rare enough to cost nothing. */
const BOOK_MS = 200;

interface OpenedScene {
  readonly scene: Scene<never>;
  readonly symbol: string;
}

interface OpenedLine {
  readonly line: WorkerLine<BookKeeper> | WorkerLine<TapeKeeper>;
  readonly symbol: string;
}

type SceneMakers = Readonly<Record<SceneName, MakeScene<never, unknown>>>;

/** Handles the page's messages in the worker: assembles books and tapes and lets scenes paint them. */
export class Painters {
  readonly #makers: SceneMakers;
  readonly #post: (message: FromWorker) => void;
  readonly #markets = new Map<string, SharedMarket>();
  readonly #lines = new Map<number, OpenedLine>();
  readonly #scenes = new Map<number, OpenedScene>();

  constructor(makers: SceneMakers, post: (message: FromWorker) => void) {
    this.#makers = makers;
    this.#post = post;
  }

  receive(message: Exclude<ToWorker, { readonly type: 'fonts' }>): void {
    if (message.type === 'text') this.#lines.get(message.line)?.line.receive(message.text);
    else if (message.type === 'tell') this.#scenes.get(message.scene)?.scene.tell(message.command as never);
    else if (message.type === 'openLine') this.#openLine(message);
    else if (message.type === 'closeLine') this.#closeLine(message.line);
    else if (message.type === 'openScene') this.#openScene(message);
    else if (message.type === 'closeScene') this.#closeScene(message.scene);
    else this.#lines.get(message.line)?.line[message.type](message.epoch);
  }

  repaint(): void {
    for (const { scene } of this.#scenes.values()) scene.repaint();
  }

  #marketOf(symbol: string): SharedMarket {
    const found = this.#markets.get(symbol) ?? new SharedMarket();
    this.#markets.set(symbol, found);
    return found;
  }

  #openLine({ line, terms }: Extract<ToWorker, { readonly type: 'openLine' }>): void {
    this.#lines.set(line, { line: this.#lineOf(line, terms), symbol: terms.symbol });
  }

  #lineOf(line: number, terms: LineTerms): OpenedLine['line'] {
    const { book, tape } = this.#marketOf(terms.symbol);
    const tell = (epoch: number, state: LineState): void => this.#post({ ...state, line, epoch });
    const onBroken = (epoch: number): void => this.#post({ type: 'broken', line, epoch });
    if (terms.kind === 'tape')
      return new WorkerLine({
        ...{ keeper: new TapeKeeper(), shared: tape, tellMs: READING_MS, onBroken },
        tell: (epoch, { trades }) => tell(epoch, { type: 'tape', trades }),
      });
    return new WorkerLine({
      ...{ keeper: new BookKeeper(terms.book), shared: book, tellMs: BOOK_MS, onBroken },
      tell: (epoch, { bids, asks, update }) => tell(epoch, { type: 'book', book: { bids, asks, update } }),
    });
  }

  #closeLine(id: number): void {
    const opened = this.#lines.get(id);
    if (opened === undefined) return;
    opened.line.close();
    this.#lines.delete(id);
    this.#forgetMarket(opened.symbol);
  }

  #openScene({ scene, name, symbol, canvas }: Extract<ToWorker, { readonly type: 'openScene' }>): void {
    const made = this.#makers[name]({
      canvas,
      market: this.#marketOf(symbol),
      onNews: (news) => this.#post({ type: 'news', scene, news }),
    });
    this.#scenes.set(scene, { scene: made, symbol });
  }

  #closeScene(id: number): void {
    const opened = this.#scenes.get(id);
    if (opened === undefined) return;
    opened.scene.destroy();
    this.#scenes.delete(id);
    this.#forgetMarket(opened.symbol);
  }

  #forgetMarket(symbol: string): void {
    const isUsed = [...this.#lines.values(), ...this.#scenes.values()].some((opened) => opened.symbol === symbol);
    if (!isUsed) this.#markets.delete(symbol);
  }
}
