import { DOCUMENT_FORMAT, type ChartDocument } from '../document/chart-document.ts';
import { formatOf, readDocument } from '../document/read-document.ts';
import { Autosave, type AutosaveOptions } from './autosave.ts';
import type { SaveResult } from './chart-database.ts';
import { AUTOMATIC, NAMED, freeName, type LayoutHead, type StoredLayout } from './stored-layout.ts';

/** Why nothing was done. `gone`: another window removed it. `conflict`: another window changed it. */
export type LayoutProblem = 'failed' | 'gone' | 'conflict' | 'newer' | 'damaged';

/** What this tab showed last. */
export interface TabChoice {
  readonly ticker: string;
  readonly key: string;
  /** The layout for symbols without one of their own. */
  readonly shared: string;
}

/** Which layout a tab shows after a reload, and which one a symbol opens. */
export interface LayoutChoices {
  tab(): TabChoice | undefined;
  noteTab(choice: TabChoice): void;
  /** Last opened in any tab: for a symbol, or for all of them by the empty ticker. */
  last(ticker: string): string | undefined;
  noteLast(ticker: string, key: string): void;
}

export interface LayoutsOptions extends AutosaveOptions {
  readonly choices: LayoutChoices;
  /** What is on the chart just now. */
  readonly document: () => ChartDocument;
  /** What a new chart begins with. */
  readonly fresh: () => ChartDocument;
  /** Shows a stored document, under changes that were made before it could be read. */
  readonly loadFirst: (document: ChartDocument) => void;
  readonly nameOfCopy: (name: string) => string;
  /** Another layout is open than before. */
  readonly onOpened: (head: LayoutHead) => void;
}

const MOST_TRIES = 10;
const NO_HEAD: LayoutHead = { name: '', ticker: '', resolution: undefined };

/** The layouts of this window: one is open, and saved by itself. */
export class Layouts {
  private readonly options: LayoutsOptions;
  private current: Autosave;
  private shared = AUTOMATIC;
  private ticker: string;
  private isReading = true;
  private early: ChartDocument | undefined;
  /** Openings follow each other. */
  private queue: Promise<unknown> = Promise.resolve();
  private isStopped = false;

  constructor(ticker: string, options: LayoutsOptions) {
    this.ticker = ticker;
    this.options = options;
    this.current = new Autosave(AUTOMATIC, NO_HEAD, options);
  }

  get key(): string {
    return this.current.key;
  }

  get head(): LayoutHead {
    return this.current.head;
  }

  /** Opens what this tab showed last, or what the symbol opens. */
  start(): Promise<void> {
    return this.inTurn(async () => {
      const { choices, database } = this.options;
      const before = choices.tab();
      this.shared = before?.shared ?? choices.last('') ?? AUTOMATIC;
      const key = await this.keyFor(this.ticker);
      const stored = await database.read(key);
      const isReadable = key === AUTOMATIC || (stored !== undefined && problemOf(stored) === undefined);
      if (isReadable) this.takeUp(key, stored, true);
      else this.takeUp(AUTOMATIC, await database.read(AUTOMATIC), true);
    });
  }

  /** Another symbol is shown: it opens its own layout when it has one. */
  symbolChanged(ticker: string): Promise<void> {
    return this.inTurn(async () => {
      this.ticker = ticker;
      const key = await this.keyFor(ticker);
      if (key === this.key) this.noteChoice();
      else await this.openNow(key);
    });
  }

  changed(document: ChartDocument): void {
    if (this.isReading) this.early = document;
    else this.current.changed(document);
  }

  /** Another interval is shown; named layouts remember it. */
  resolutionChanged(resolution: LayoutHead['resolution']): void {
    const { head } = this.current;
    if (this.key === AUTOMATIC || head.resolution === resolution) return;
    this.current.changeHead({ resolution }, this.options.document());
  }

  saveNow(): Promise<boolean> {
    return this.current.saveNow();
  }

  flush(): void {
    this.current.flush();
  }

  /** Another window changed that layout. */
  async heard(key: string): Promise<void> {
    if (key !== this.key || this.current.hasChanges) return;
    if (await this.isGone(key)) await this.open(AUTOMATIC);
    else await this.current.heard();
  }

  async takeOther(): Promise<void> {
    const { key } = this;
    await this.current.takeOther();
    if (await this.isGone(key)) await this.open(AUTOMATIC);
  }

  keepMine(): Promise<void> {
    return this.current.keepMine();
  }

  list(): Promise<readonly StoredLayout[] | undefined> {
    return this.options.database.list();
  }

  /** Nothing changes unless it can be shown. */
  open(key: string): Promise<LayoutProblem | undefined> {
    return this.inTurn(() => (key === this.key ? Promise.resolve(undefined) : this.openNow(key)));
  }

  /** Stores a new layout, with a number behind its name when there is one of that name. Its key, `undefined` when that failed. */
  async create(head: LayoutHead, document: ChartDocument): Promise<string | undefined> {
    const { database, today, announce } = this.options;
    const name = freeName(head.name, (await this.list()) ?? []);
    const savedAt = today();
    // Another window may make one in the same millisecond.
    for (let moment = savedAt; moment < savedAt + MOST_TRIES; moment += 1) {
      const key = `${NAMED}${moment.toString(36)}`;
      const result = await database.write(key, 0, { ...head, name, savedAt, document });
      if (result === 'saved') announce(key);
      if (result !== 'conflict') return result === 'saved' ? key : undefined;
    }
    return undefined;
  }

  /** The symbol opens this layout when it is shown next. */
  prefer(ticker: string, key: string): void {
    this.options.choices.noteLast(ticker, key);
  }

  /** A copy that is not opened. */
  async duplicate({ name, ticker: _, resolution, document }: StoredLayout): Promise<LayoutProblem | undefined> {
    const read = readDocument(document);
    if (read === undefined) return 'damaged';
    // Two layouts of one symbol would compete for it.
    return (await this.create({ name, ticker: '', resolution }, read)) === undefined ? 'failed' : undefined;
  }

  /** Renames a layout or binds it to a symbol. */
  async change(layout: StoredLayout, to: Partial<Pick<LayoutHead, 'name' | 'ticker'>>): Promise<LayoutProblem | undefined> {
    if (layout.key === this.key) {
      this.current.changeHead(to, this.options.document());
      const isSaved = await this.current.saveNow();
      this.noteChoice();
      return isSaved ? undefined : 'failed';
    }
    const { key, revision, ...content } = layout;
    const result = await this.options.database.write(key, revision, { ...content, ...to });
    if (result === 'saved') this.options.announce(key);
    return problemAfter(result);
  }

  /** For good. The chart shows the automatic layout when this one is open. */
  remove({ key, revision }: StoredLayout): Promise<LayoutProblem | undefined> {
    return this.inTurn(async () => {
      const isOpen = key === this.key;
      if (isOpen && !(await this.current.saveNow())) return 'failed';
      const { database, announce, notes } = this.options;
      // What was saved just now has another revision than the list knows.
      const now = isOpen ? ((await database.read(key))?.revision ?? revision) : revision;
      const result = await database.remove(key, now);
      if (result !== 'saved') return problemAfter(result);
      notes.take(key);
      announce(key);
      if (isOpen) await this.openNow(AUTOMATIC);
      return undefined;
    });
  }

  stop(): void {
    this.isStopped = true;
    this.current.stop();
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async isGone(key: string): Promise<boolean> {
    if (key === AUTOMATIC) return false;
    const all = await this.list();
    return all !== undefined && !all.some((layout) => layout.key === key);
  }

  /** The tab's own choice, then the symbol's layout, then the one that serves all symbols. */
  private async keyFor(ticker: string): Promise<string> {
    const { choices } = this.options;
    const all = (await this.list()) ?? [];
    const isThere = (key: string | undefined): boolean => key === AUTOMATIC || all.some((layout) => layout.key === key);
    const tab = choices.tab();
    if (tab?.ticker === ticker && isThere(tab.key)) return tab.key;
    const own = all.filter((layout) => layout.ticker === ticker).toSorted((a, b) => b.savedAt - a.savedAt);
    const last = choices.last(ticker);
    const chosen = own.find(({ key }) => key === last) ?? own[0];
    if (chosen !== undefined) return chosen.key;
    return all.some((layout) => layout.key === this.shared && layout.ticker === '') ? this.shared : AUTOMATIC;
  }

  private async openNow(key: string): Promise<LayoutProblem | undefined> {
    const stored = await this.options.database.read(key);
    if (stored === undefined && key !== AUTOMATIC) return (await this.isGone(key)) ? 'gone' : 'failed';
    const problem = stored === undefined || key === AUTOMATIC ? undefined : problemOf(stored);
    if (problem !== undefined) return problem;
    await this.leave();
    this.takeUp(key, stored, false);
    return undefined;
  }

  /** Ends the open layout. What another window has overtaken becomes a layout of its own: nobody chose to lose it. */
  private async leave(): Promise<void> {
    const { current } = this;
    await current.leave();
    const { content, state, head } = current;
    const document = state === 'conflict' ? readDocument(content?.document) : undefined;
    if (document !== undefined) await this.create({ ...head, name: this.options.nameOfCopy(head.name), ticker: '' }, document);
  }

  private takeUp(key: string, stored: StoredLayout | undefined, isFirst: boolean): void {
    if (this.isStopped) return;
    const { loadFirst, load, fresh, onState, onHead, onOpened } = this.options;
    let isShowing = isFirst;
    this.current = new Autosave(key, NO_HEAD, {
      ...this.options,
      load: (shown) => (isShowing ? loadFirst(shown) : load(shown)),
    });
    this.isReading = false;
    onState('saved');
    onHead(this.head);
    this.current.show(stored);
    isShowing = false;
    if (stored === undefined && !isFirst && !this.current.hasChanges) load(fresh());
    const { early } = this;
    this.early = undefined;
    // Nothing was stored, and the user began at once.
    if (early !== undefined && !this.current.hasChanges) this.current.changed(early);
    onOpened(this.head);
    this.noteChoice();
  }

  private noteChoice(): void {
    const { choices } = this.options;
    const { ticker } = this.head;
    if (ticker === '') this.shared = this.key;
    choices.noteTab({ ticker: this.ticker, key: this.key, shared: this.shared });
    choices.noteLast(ticker, this.key);
  }
}

function problemOf({ document }: StoredLayout): LayoutProblem | undefined {
  if (formatOf(document) > DOCUMENT_FORMAT) return 'newer';
  return readDocument(document) === undefined ? 'damaged' : undefined;
}

const problemAfter = (result: SaveResult): LayoutProblem | undefined => {
  if (result === 'saved') return undefined;
  return result === 'conflict' ? 'conflict' : 'failed';
};
