import { DOCUMENT_FORMAT, type ChartDocument } from '../document/chart-document.ts';
import { readDocument, formatOf } from '../document/read-document.ts';
import type { ChartDatabase } from './chart-database.ts';
import type { LayoutContent, LayoutHead, StoredLayout } from './stored-layout.ts';

/** CHT-06: minimum interval between saves, and delay after a change. */
const THROTTLE_MS = 500;
const DELAY_MS = 400;
const RETRY_MS = { first: 2_000, most: 60_000 };

/**
 * `unsaved`: layouts are not saved by themselves, and this one has changes. `conflict`: another window saved meanwhile, and the user
 * chooses. `newer`: stored by a newer program, and left alone.
 */
export type SaveState = 'saved' | 'unsaved' | 'waiting' | 'failed' | 'conflict' | 'newer';

/** Changes that a closing page could not save: browsers end a database write with its page, but keep a synchronous note. */
export interface UnsavedNotes {
  note(layout: StoredLayout): void;
  /** Reads and removes the note. */
  take(key: string): StoredLayout | undefined;
}

export interface AutosaveOptions {
  readonly database: ChartDatabase;
  readonly timers: Pick<Window, 'setTimeout' | 'clearTimeout'>;
  readonly notes: UnsavedNotes;
  /** Changes are saved automatically. */
  readonly savesByItself: () => boolean;
  /** Milliseconds of any clock. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly today: () => number;
  /** Notifies the other windows of a change of that layout; they receive it by `heard`. */
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

  /** Content that this window would save; `undefined` when nothing is unsaved. */
  get content(): LayoutContent | undefined {
    return this.unsaved && { ...this.shownHead, savedAt: this.options.today(), document: this.unsaved };
  }

  /** Shows the stored layout, unless the user has already changed it. */
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
    // This program reads it again.
    if (this.current === 'newer') this.become('saved');
    this.takeHead(stored);
    const document = readDocument(stored.document);
    if (document !== undefined) this.options.load(document);
  }

  changed(document: ChartDocument): void {
    this.unsaved = document;
    if (this.current === 'conflict' || this.current === 'newer') return;
    if (!this.options.savesByItself()) {
      this.options.timers.clearTimeout(this.timer);
      this.become('unsaved');
      return;
    }
    this.become('waiting');
    this.saveIn(Math.max(DELAY_MS, this.savedAt + THROTTLE_MS - this.options.now()));
  }

  /** Renames it, binds it to a symbol, or stores its interval. */
  changeHead(to: Partial<LayoutHead>, document: ChartDocument): void {
    this.takeHead({ ...this.shownHead, ...to });
    this.changed(document);
  }

  /** Automatic saving was turned on or off. */
  habitChanged(): void {
    if (this.unsaved !== undefined) this.changed(this.unsaved);
  }

  /** Saves without the usual wait; true when everything is on disk then. */
  async saveNow(): Promise<boolean> {
    while (this.unsaved !== undefined && (this.current === 'waiting' || this.current === 'unsaved' || this.current === 'failed')) {
      await this.save();
      if (this.state === 'failed') break;
    }
    return this.unsaved === undefined;
  }

  /** The page is about to close. Changes without automatic saving are noted, and return as unsaved with their layout. */
  flush(): void {
    if (this.unsaved === undefined) return;
    this.note();
    if (this.current !== 'unsaved') void this.save();
  }

  /**
   * Another window saved: a window without changes of its own follows it. Changes beside a layout of a newer program were not saved:
   * the user chooses once this program can read the layout.
   */
  async heard(): Promise<void> {
    const stored = await this.options.database.read(this.key);
    // A change made during the read is based on the previous revision; its save reports the conflict.
    if (this.unsaved === undefined) this.show(stored);
    else if (this.current === 'newer' && stored !== undefined && formatOf(stored.document) <= DOCUMENT_FORMAT) this.become('conflict');
  }

  /** Shows the stored layout and discards the changes of this window. False if it cannot be read. */
  async takeStored(): Promise<boolean> {
    const stored = await this.options.database.read(this.key);
    if (stored === undefined) return false;
    this.forget();
    this.show(stored);
    return true;
  }

  /** Discards unsaved changes. */
  forget(): void {
    this.unsaved = undefined;
    this.options.notes.take(this.key);
    this.become('saved');
  }

  /** Resolves a conflict: overwrites the other window's save. */
  async keepMine(): Promise<void> {
    this.revision = (await this.options.database.read(this.key))?.revision ?? 0;
    this.become('waiting');
    await this.save();
  }

  /** Another layout is opened in this window: everything is saved first, as far as it can be, or else noted. */
  async leave(): Promise<void> {
    if (this.current !== 'unsaved') await this.saveNow();
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

  /** Applies a note of changes to the stored layout, unless another window saved a newer revision. */
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
      // The note written during the save names the previous revision.
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
