import { DOCUMENT_FORMAT, type ChartDocument } from '../document/chart-document.ts';
import { formatOf, readDocument } from '../document/read-document.ts';
import { Autosave, type AutosaveOptions } from './autosave.ts';
import type { SaveResult } from './chart-database.ts';
import { AUTOMATIC, NAMED, freeName, type LayoutHead, type StoredLayout } from './stored-layout.ts';

/** Reason of a refusal. `gone`: another window removed it. `conflict`: another window changed it. */
export type LayoutProblem = 'failed' | 'gone' | 'conflict' | 'newer' | 'damaged';

/** Symbol and layouts that this tab showed last. */
export interface TabChoice {
  readonly ticker: string;
  readonly key: string;
  /** The layout for symbols without one of their own. */
  readonly shared: string;
}

/** The layout of a tab after a reload, and the layout of a symbol. */
export interface LayoutChoices {
  tab(): TabChoice | undefined;
  noteTab(choice: TabChoice): void;
  /** Last opened in any tab: for a symbol, or for all of them by the empty ticker. */
  last(ticker: string): string | undefined;
  noteLast(ticker: string, key: string): void;
}

export interface LayoutsOptions extends AutosaveOptions {
  readonly choices: LayoutChoices;
  /** Current document of the chart. */
  readonly document: () => ChartDocument;
  /** Document of a new chart. */
  readonly fresh: () => ChartDocument;
  /** Shows a stored document, and applies to it the changes made before it was read. */
  readonly loadFirst: (document: ChartDocument) => void;
  readonly nameOfCopy: (name: string) => string;
  /** Another layout was opened. */
  readonly onOpened: (head: LayoutHead) => void;
}

const MOST_TRIES = 10;
const NO_HEAD: LayoutHead = { name: '', ticker: '', resolution: undefined };

/** The layouts of this window: one is open, and saved automatically. */
export class Layouts {
  private readonly options: LayoutsOptions;
  private current: Autosave;
  private shared = AUTOMATIC;
  private ticker: string;
  private isReading = true;
  private early: ChartDocument | undefined;
  /** Opens run one after another. */
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

  get hasChanges(): boolean {
    return this.current.hasChanges;
  }

  /** Opens the last layout of this tab, or that of the symbol. */
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

  /** The symbol changed: opens its layout if it has one. */
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

  /** The interval changed; named layouts store it. */
  resolutionChanged(resolution: LayoutHead['resolution']): void {
    const { head } = this.current;
    if (this.key === AUTOMATIC || head.resolution === resolution) return;
    this.current.changeHead({ resolution }, this.options.document());
  }

  /** Automatic saving was turned on or off. */
  habitChanged(): void {
    this.current.habitChanged();
  }

  saveNow(): Promise<boolean> {
    return this.current.saveNow();
  }

  flush(): void {
    this.current.flush();
  }

  /** Another window changed that layout. */
  async heard(key: string): Promise<void> {
    if (key !== this.key) return;
    if (!this.current.hasChanges && (await this.isGone(key))) await this.open(AUTOMATIC);
    else await this.current.heard();
  }

  /** Shows the stored layout or a new chart, and discards the changes of this window. They stay if the store is unreadable. */
  async takeStored(): Promise<void> {
    const { key, current } = this;
    if ((await current.takeStored()) || (await this.list()) === undefined) return;
    current.forget();
    if (key === AUTOMATIC) this.options.load(this.options.fresh());
    else await this.open(AUTOMATIC);
  }

  keepMine(): Promise<void> {
    return this.current.keepMine();
  }

  list(): Promise<readonly StoredLayout[] | undefined> {
    return this.options.database.list();
  }

  /** Nothing changes if the layout cannot be shown. */
  open(key: string): Promise<LayoutProblem | undefined> {
    return this.inTurn(() => (key === this.key ? Promise.resolve(undefined) : this.openNow(key)));
  }

  /** Stores a new layout, numbered if the name exists. Returns its key, `undefined` on failure. */
  async create(head: LayoutHead, document: ChartDocument): Promise<string | undefined> {
    const { database, today, announce } = this.options;
    const name = freeName(head.name, (await this.list()) ?? []);
    const savedAt = today();
    // Another window may create one in the same millisecond.
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

  /** Deletes a layout permanently. The chart shows the automatic layout if this one was open. */
  remove({ key, revision }: StoredLayout): Promise<LayoutProblem | undefined> {
    return this.inTurn(async () => {
      const isOpen = key === this.key;
      if (isOpen && !(await this.current.saveNow())) return 'failed';
      const { database, announce, notes } = this.options;
      // A layout saved since has a newer revision than the list.
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

  /** The tab's own choice, then the symbol's layout, then the layout for all symbols. */
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

  /** Closes the open layout. If another window saved a newer revision, the changes become a separate layout and are not lost. */
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
    // Nothing was stored, and the user has already made changes.
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
