import { DOCUMENT_FORMAT, type ChartDocument } from '../document/chart-document.ts';
import { readDocument, formatOf } from '../document/read-document.ts';
import type { ChartDatabase } from './chart-database.ts';
import type { LayoutContent, LayoutHead, StoredLayout } from './stored-layout.ts';

/** CHT-06: at most one save in so long, and so long after the change. */
const THROTTLE_MS = 500;
const DELAY_MS = 400;
const RETRY_MS = { first: 2_000, most: 60_000 };

/** `conflict`: another window saved meanwhile, and the user chooses. `newer`: stored by a newer program, and left alone. */
export type SaveState = 'saved' | 'waiting' | 'failed' | 'conflict' | 'newer';

/** What a page that goes away could not save any more: browsers end a database's write with its page, but keep what was noted at once. */
export interface UnsavedNotes {
  note(layout: StoredLayout): void;
  /** The note, which is gone afterwards. */
  take(key: string): StoredLayout | undefined;
}

export interface AutosaveOptions {
  readonly database: ChartDatabase;
  readonly timers: Pick<Window, 'setTimeout' | 'clearTimeout'>;
  readonly notes: UnsavedNotes;
  /** Milliseconds of any clock. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly today: () => number;
  /** Tells the other windows of a change of that layout; called by `heard` there. */
  readonly announce: (key: string) => void;
  /** Shows a stored document. */
  readonly load: (document: ChartDocument) => void;
  readonly onState: (state: SaveState) => void;
  /** The layout has another name, symbol or interval than before. */
  readonly onHead: (head: LayoutHead) => void;
}

/** Keeps one layout of this window in the database, and never overwrites what another window saved. */
export class Autosave {
  readonly key: string;
  private readonly options: AutosaveOptions;
  private shownHead: LayoutHead;
  private revision = 0;
  private unsaved: ChartDocument | undefined;
  private timer: number | undefined;
  private savedAt = -Infinity;
  private retry = RETRY_MS.first;
  private current: SaveState = 'saved';
  private saving: Promise<void> | undefined;
  private isStopped = false;

  constructor(key: string, head: LayoutHead, options: AutosaveOptions) {
    this.key = key;
    this.shownHead = head;
    this.options = options;
  }

  get head(): LayoutHead {
    return this.shownHead;
  }

  get state(): SaveState {
    return this.current;
  }

  get hasChanges(): boolean {
    return this.unsaved !== undefined;
  }

  /** What this window would save. */
  get content(): LayoutContent | undefined {
    return this.unsaved && { ...this.shownHead, savedAt: this.options.today(), document: this.unsaved };
  }

  /** Shows what is stored, unless the user was quicker. */
  async restore(): Promise<void> {
    this.show(await this.options.database.read(this.key));
  }

  show(stored: StoredLayout | undefined): void {
    if (this.isStopped) return;
    this.restoreNote(stored?.revision ?? 0);
    if (stored === undefined) return;
    if (formatOf(stored.document) > DOCUMENT_FORMAT) {
      this.become('newer');
      return;
    }
    this.revision = stored.revision;
    if (this.unsaved !== undefined) return;
    this.takeHead(stored);
    const document = readDocument(stored.document);
    if (document !== undefined) this.options.load(document);
  }

  changed(document: ChartDocument): void {
    this.unsaved = document;
    if (this.current === 'conflict' || this.current === 'newer') return;
    this.become('waiting');
    this.saveIn(Math.max(DELAY_MS, this.savedAt + THROTTLE_MS - this.options.now()));
  }

  /** Renames it, binds it to a symbol, or notes its interval. */
  changeHead(to: Partial<LayoutHead>, document: ChartDocument): void {
    this.takeHead({ ...this.shownHead, ...to });
    this.changed(document);
  }

  /** Saves without the usual wait; true when everything is on disk then. */
  async saveNow(): Promise<boolean> {
    while (this.unsaved !== undefined && (this.current === 'waiting' || this.current === 'failed')) {
      await this.save();
      if (this.state === 'failed') break;
    }
    return this.unsaved === undefined;
  }

  /** The page is about to go: at once. */
  flush(): void {
    if (this.unsaved === undefined) return;
    this.note();
    void this.save();
  }

  /** Another window saved: a window without changes of its own follows it. */
  async heard(): Promise<void> {
    if (this.unsaved === undefined && this.current !== 'newer') await this.restore();
  }

  /** After a conflict: what the other window saved. Mine is gone. */
  async takeOther(): Promise<void> {
    this.unsaved = undefined;
    this.become('saved');
    await this.restore();
  }

  /** After a conflict: mine, over what the other window saved. */
  async keepMine(): Promise<void> {
    this.revision = (await this.options.database.read(this.key))?.revision ?? 0;
    this.become('waiting');
    await this.save();
  }

  /** Another layout is opened in this window: everything is saved first, as far as it can be. */
  async leave(): Promise<void> {
    await this.saveNow();
    if (this.unsaved !== undefined) this.note();
    this.stop();
  }

  stop(): void {
    this.options.timers.clearTimeout(this.timer);
    if (this.current !== 'conflict') this.flush();
    this.isStopped = true;
  }

  private note(): void {
    const { content } = this;
    if (content !== undefined) this.options.notes.note({ key: this.key, revision: this.revision, ...content });
  }

  /** A note of changes to what is stored now; one that another window has overtaken is left alone. */
  private restoreNote(revision: number): void {
    const noted = this.options.notes.take(this.key);
    const document = noted?.revision === revision ? readDocument(noted.document) : undefined;
    if (noted === undefined || document === undefined || this.unsaved !== undefined) return;
    this.revision = revision;
    this.takeHead(noted);
    this.changed(document);
    this.options.load(document);
  }

  private takeHead({ name, ticker, resolution }: LayoutHead): void {
    this.shownHead = { name, ticker, resolution };
    if (!this.isStopped) this.options.onHead(this.shownHead);
  }

  private saveIn(wait: number): void {
    this.options.timers.clearTimeout(this.timer);
    this.timer = this.options.timers.setTimeout(() => void this.save(), wait);
  }

  private save(): Promise<void> {
    this.saving ??= this.write().finally(() => {
      this.saving = undefined;
    });
    return this.saving;
  }

  private async write(): Promise<void> {
    const { content, unsaved, shownHead } = this;
    if (content === undefined || unsaved === undefined) return;
    const result = await this.options.database.write(this.key, this.revision, content);
    this.savedAt = this.options.now();
    if (result === 'conflict') this.become('conflict');
    else if (result === false) this.failed();
    else this.saved(this.unsaved === unsaved && this.shownHead === shownHead);
  }

  private saved(isAll: boolean): void {
    this.revision += 1;
    this.retry = RETRY_MS.first;
    this.options.notes.take(this.key);
    this.options.announce(this.key);
    if (isAll) {
      this.unsaved = undefined;
      this.become('saved');
    } else if (this.isStopped) {
      // The note of what came during the write named the revision before it.
      this.note();
    } else if (this.unsaved !== undefined) {
      this.changed(this.unsaved);
    }
  }

  private failed(): void {
    this.become('failed');
    if (this.isStopped) return;
    this.saveIn(this.retry);
    this.retry = Math.min(RETRY_MS.most, this.retry * 2);
  }

  private become(state: SaveState): void {
    this.current = state;
    if (!this.isStopped) this.options.onState(state);
  }
}
