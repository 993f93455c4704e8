import { DOCUMENT_FORMAT, type ChartDocument } from '../document/chart-document.ts';
import { readDocument, formatOf } from '../document/read-document.ts';
import type { ChartDatabase, StoredLayout } from './chart-database.ts';

/** CHT-06: at most one save in so long, and so long after the change. */
const THROTTLE_MS = 500;
const DELAY_MS = 400;
const RETRY_MS = { first: 2_000, most: 60_000 };
const KEY = 'default';

/** `conflict`: another window saved meanwhile, and the user chooses. `newer`: stored by a newer program, and left alone. */
export type SaveState = 'saved' | 'waiting' | 'failed' | 'conflict' | 'newer';

/** What a page that goes away could not save any more: browsers end a database's write with its page, but keep what was noted at once. */
export interface UnsavedNotes {
  note(layout: StoredLayout): void;
  /** The note, which is gone afterwards. */
  take(): StoredLayout | undefined;
}

export interface AutosaveOptions {
  readonly database: ChartDatabase;
  readonly timers: Pick<Window, 'setTimeout' | 'clearTimeout'>;
  readonly notes: UnsavedNotes;
  /** Milliseconds of any clock. */
  readonly now: () => number;
  /** Tells the other windows of a save; called by `heard` there. */
  readonly announce: () => void;
  /** Shows a stored document. */
  readonly load: (document: ChartDocument) => void;
  readonly onState: (state: SaveState) => void;
}

/** Keeps the document of this window in the database, and never overwrites what another window saved. */
export class Autosave {
  private readonly options: AutosaveOptions;
  private revision = 0;
  private unsaved: ChartDocument | undefined;
  private timer: number | undefined;
  private savedAt = -Infinity;
  private retry = RETRY_MS.first;
  private state: SaveState = 'saved';
  private isSaving = false;
  private isStopped = false;

  constructor(options: AutosaveOptions) {
    this.options = options;
  }

  /** Shows what is stored, unless the user was quicker. */
  async restore(): Promise<void> {
    const stored = await this.options.database.read(KEY);
    if (this.isStopped) return;
    this.restoreNote(stored?.revision ?? 0);
    if (stored === undefined) return;
    if (formatOf(stored.document) > DOCUMENT_FORMAT) {
      this.become('newer');
      return;
    }
    this.revision = stored.revision;
    const document = readDocument(stored.document);
    if (document !== undefined && this.unsaved === undefined) this.options.load(document);
  }

  /** A note of changes to what is stored now; one that another window has overtaken is left alone. */
  private restoreNote(revision: number): void {
    const noted = this.options.notes.take();
    const document = noted?.revision === revision ? readDocument(noted.document) : undefined;
    if (document === undefined || this.unsaved !== undefined) return;
    this.revision = revision;
    this.options.load(document);
    this.changed(document);
  }

  changed(document: ChartDocument): void {
    this.unsaved = document;
    if (this.state === 'conflict' || this.state === 'newer') return;
    this.become('waiting');
    this.saveIn(Math.max(DELAY_MS, this.savedAt + THROTTLE_MS - this.options.now()));
  }

  /** The page is about to go: at once. */
  flush(): void {
    if (this.unsaved === undefined) return;
    this.options.notes.note({ revision: this.revision, document: this.unsaved });
    void this.save();
  }

  /** Another window saved: a window without changes of its own follows it. */
  async heard(): Promise<void> {
    if (this.unsaved === undefined && this.state !== 'newer') await this.restore();
  }

  /** After a conflict: what the other window saved. Mine is gone. */
  async takeOther(): Promise<void> {
    this.unsaved = undefined;
    this.become('saved');
    await this.restore();
  }

  /** After a conflict: mine, over what the other window saved. */
  async keepMine(): Promise<void> {
    this.revision = (await this.options.database.read(KEY))?.revision ?? this.revision;
    this.become('waiting');
    await this.save();
  }

  stop(): void {
    this.flush();
    this.isStopped = true;
    this.options.timers.clearTimeout(this.timer);
  }

  private saveIn(wait: number): void {
    this.options.timers.clearTimeout(this.timer);
    this.timer = this.options.timers.setTimeout(() => void this.save(), wait);
  }

  private async save(): Promise<void> {
    const document = this.unsaved;
    if (document === undefined || this.isSaving) return;
    this.isSaving = true;
    const result = await this.options.database.write(KEY, this.revision, document);
    this.isSaving = false;
    this.savedAt = this.options.now();
    if (result === 'conflict') this.become('conflict');
    else if (result === false) this.failed();
    else this.saved(document);
  }

  private saved(document: ChartDocument): void {
    this.revision += 1;
    this.retry = RETRY_MS.first;
    this.options.notes.take();
    this.options.announce();
    if (this.unsaved === document) {
      this.unsaved = undefined;
      this.become('saved');
    } else if (this.unsaved !== undefined && !this.isStopped) {
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
    this.state = state;
    if (!this.isStopped) this.options.onState(state);
  }
}
