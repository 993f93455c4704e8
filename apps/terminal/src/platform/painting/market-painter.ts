import {
  createStore,
  ownLines,
  type BookLineEvents,
  type BookTerms,
  type MarketFeed,
  type MarketLine,
  type MarketLines,
  type Readable,
  type TapeLineEvents,
} from '@tapedeck/client';
import type { MakeScene, MarketSource, Scene } from './scene.ts';
import type { FontTerms, FromWorker, LineState, LineTerms, SceneName, ToWorker } from './worker-messages.ts';

/** The used part of a worker. */
export interface WorkerPort {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker, transfer?: Transferable[]): void;
  terminate(): void;
}

export interface SceneTerms<News> {
  readonly name: SceneName;
  readonly symbol: string;
  readonly canvas: HTMLCanvasElement;
  onNews(news: News): void;
}

/** The page's part of a line. */
interface LineParts {
  hear(state: LineState): void;
  onBroken(): void;
  /** The same line on the page. */
  openOwn(): MarketLine;
}

interface RemoteLine extends LineParts {
  epoch: number;
  /** On the page, because the worker failed. */
  own: MarketLine | undefined;
}

/**
 * The page's side of the worker that assembles and paints books and tapes. Ends itself when the worker fails: the page then does its
 * work.
 */
export class MarketPainter implements MarketLines {
  readonly #works = createStore(true);
  readonly #worker: WorkerPort;
  readonly #lines = new Map<number, RemoteLine>();
  readonly #scenes = new Map<number, (news: unknown) => void>();
  /** Sources of the fonts that the worker has received. */
  readonly #fonts = new Set<string>();
  #lastId = 0;

  constructor(worker: WorkerPort) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = () => this.#fail();
  }

  /** False once the worker failed. */
  get works(): Readable<boolean> {
    return this.#works;
  }

  /** Its canvases show letters of these as well. */
  loadFonts(fonts: readonly FontTerms[]): void {
    const added = fonts.filter(({ source }) => !this.#fonts.has(source));
    for (const { source } of added) this.#fonts.add(source);
    if (added.length > 0) this.#worker.postMessage({ type: 'fonts', fonts: added });
  }

  openBookLine(terms: BookTerms, events: BookLineEvents): MarketLine {
    return this.#openLine(
      { kind: 'book', symbol: terms.symbol, book: terms },
      {
        hear: (state) => state.type === 'book' && events.onBook(state.book),
        onBroken: () => events.onBroken(),
        openOwn: () => ownLines.openBookLine(terms, events),
      },
    );
  }

  openTapeLine(symbol: string, events: TapeLineEvents): MarketLine {
    return this.#openLine(
      { kind: 'tape', symbol },
      {
        hear: (state) => state.type === 'tape' && events.onTape(state.trades),
        onBroken: () => events.onBroken(),
        openOwn: () => ownLines.openTapeLine(symbol, events),
      },
    );
  }

  /** The canvas belongs to the worker from now on. */
  openScene<Command, News>({ name, symbol, canvas, onNews }: SceneTerms<News>): Pick<Scene<Command>, 'tell' | 'destroy'> {
    const id = (this.#lastId += 1);
    const offscreen = canvas.transferControlToOffscreen();
    // Reports of the scene with that name.
    this.#scenes.set(id, (news) => onNews(news as News));
    this.#worker.postMessage({ type: 'openScene', scene: id, name, symbol, canvas: offscreen }, [offscreen]);
    return {
      tell: (command) => this.#worker.postMessage({ type: 'tell', scene: id, command }),
      destroy: () => {
        this.#scenes.delete(id);
        this.#worker.postMessage({ type: 'closeScene', scene: id });
      },
    };
  }

  #openLine(terms: LineTerms, parts: LineParts): MarketLine {
    if (!this.#works.get()) return parts.openOwn();
    const id = (this.#lastId += 1);
    const line: RemoteLine = { ...parts, epoch: 0, own: undefined };
    this.#lines.set(id, line);
    this.#worker.postMessage({ type: 'openLine', line: id, terms });
    const turn = (type: 'expectSnapshot' | 'lost'): void => {
      line.epoch += 1;
      if (line.own === undefined) this.#worker.postMessage({ type, line: id, epoch: line.epoch });
      else line.own[type]();
    };
    return {
      receive: (text) => {
        if (line.own !== undefined) return line.own.receive(text);
        this.#worker.postMessage({ type: 'text', line: id, text });
        return true;
      },
      expectSnapshot: () => turn('expectSnapshot'),
      lost: () => turn('lost'),
      close: () => {
        this.#lines.delete(id);
        if (line.own === undefined) this.#worker.postMessage({ type: 'closeLine', line: id });
      },
    };
  }

  #receive(message: FromWorker): void {
    if (message.type === 'news') return this.#scenes.get(message.scene)?.(message.news);
    const line = this.#lines.get(message.line);
    if (line === undefined || line.epoch !== message.epoch || line.own !== undefined) return;
    if (message.type === 'broken') line.onBroken();
    else line.hear(message);
  }

  #fail(): void {
    this.#worker.terminate();
    for (const line of this.#lines.values()) line.own = line.openOwn();
    this.#works.set(false);
    // Each requests the snapshot that its new line starts with.
    for (const line of [...this.#lines.values()]) line.onBroken();
  }
}

/** The market that a scene paints. */
type PaintedFeed = Pick<MarketFeed, 'book' | 'tape'>;

/** A feed for a scene on the page. */
function sourceOf({ book, tape }: PaintedFeed): MarketSource {
  return {
    book: {
      get bids() {
        return book.get().bids;
      },
      get asks() {
        return book.get().asks;
      },
      get isWhole() {
        const { freshness } = book.get();
        return freshness !== 'loading' && freshness !== 'resyncing';
      },
      subscribe: (listener) => book.subscribe(listener),
    },
    tape: {
      get trades() {
        return tape.get().trades;
      },
      subscribe: (listener) => tape.subscribe(listener),
    },
  };
}

export interface PageSceneTerms<Command, News> {
  readonly feed: PaintedFeed;
  readonly canvas: HTMLCanvasElement;
  /** Its script may not have loaded yet. */
  readonly made: Promise<MakeScene<Command, News>>;
  onNews(news: News): void;
}

/** The same scene painted on the page itself. Messages wait until its script has loaded. */
export function openPageScene<Command, News>({
  feed,
  canvas,
  made,
  onNews,
}: PageSceneTerms<Command, News>): Pick<Scene<Command>, 'tell' | 'destroy'> {
  let scene: Scene<Command> | undefined;
  let isOver = false;
  const waiting: Command[] = [];
  const repaint = (): void => scene?.repaint();
  document.fonts.addEventListener('loadingdone', repaint);
  void made.then((make) => {
    if (isOver) return;
    scene = make({ canvas, market: sourceOf(feed), onNews });
    for (const command of waiting.splice(0)) scene.tell(command);
  });
  return {
    tell(command) {
      if (scene === undefined) waiting.push(command);
      else scene.tell(command);
    },
    destroy() {
      isOver = true;
      document.fonts.removeEventListener('loadingdone', repaint);
      scene?.destroy();
    },
  };
}
