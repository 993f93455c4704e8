import { chartSymbolOf } from '../bridge/chart-symbol.ts';
import type { ChartSymbol, ChartSymbolInfo } from '../bridge/messages.ts';
import type { DialogLoader } from './dialog-loader.ts';
import type { ChartDocument } from './document/chart-document.ts';
import { readDocument } from './document/read-document.ts';
import { LARGEST_FILE, readLayoutFile, writeLayoutFile } from './store/layout-file.ts';
import type { LayoutProblem, Layouts } from './store/layouts.ts';
import type { PreferenceKeeper } from './store/preference-keeper.ts';
import { AUTOMATIC, freeName, type LayoutHead, type StoredLayout } from './store/stored-layout.ts';
import type { Shown } from './shown.ts';
import { fetched } from './fetched.ts';
import { saveText } from './view/save-text.ts';
import { openMenu } from './view/menu.ts';

export interface LayoutControllerParts {
  readonly page: Document;
  readonly dialogs: DialogLoader;
  readonly shown: Shown;
  readonly layouts: () => Layouts;
  readonly preferences: () => PreferenceKeeper;
  readonly document: () => ChartDocument;
  /** Document of a new chart. */
  readonly fresh: () => ChartDocument;
  readonly resolve: (ticker: string) => Promise<ChartSymbolInfo>;
  readonly chooseSymbol: (symbol: ChartSymbol) => void;
  readonly say: (text: string) => void;
}

type Opening = Pick<StoredLayout, 'key' | 'ticker'>;

/** User actions on layouts. Menus and dialogs load on first use. */
export class LayoutController {
  private readonly parts: LayoutControllerParts;

  constructor(parts: LayoutControllerParts) {
    this.parts = parts;
  }

  openMenu(button: HTMLButtonElement): void {
    const { dialogs, shown, layouts } = this.parts;
    dialogs.open(
      () => Promise.all([import('./view/layout-menu.ts'), layouts().list()]),
      ([code, all]) => {
        const { texts, symbol } = shown;
        const { key, head } = layouts();
        const open = all?.find((layout) => layout.key === key);
        const { savesByItself } = this.parts.preferences().preferences;
        const { hasChanges } = layouts();
        const state = { texts, key, bound: head.ticker, ticker: symbol.ticker, all, writeTime: this.writeTime, savesByItself, hasChanges };
        const groups = code.layoutGroups(state, {
          toggleSaving: () => void this.parts.preferences().change((before) => ({ ...before, savesByItself: !before.savesByItself })),
          save: () => void this.saveNow(),
          discard: () => void layouts().takeStored(),
          saveAs: () => this.saveAs(),
          rename: () => open && this.rename(open, () => undefined),
          bind: (ticker) => open && this.after(layouts().change(open, { ticker })),
          exportFile: () => this.exportFile(head, this.parts.document()),
          importFile: () => this.importFile(),
          open: (layout) => void this.open(layout),
          startNew: () => this.startNew(),
          openAll: () => this.openAll(),
        });
        openMenu(button, texts['layout.menu'], groups);
      },
    );
  }

  openAll(): void {
    const { page, dialogs, shown, layouts } = this.parts;
    const events = {
      list: () => layouts().list(),
      key: () => layouts().key,
      writeTime: this.writeTime,
      open: (layout: Opening) => void this.open(layout),
      rename: (layout: StoredLayout, done: () => void) => this.rename(layout, done),
      duplicate: (layout: StoredLayout, done: () => void) => this.after(layouts().duplicate(layout), done),
      remove: (layout: StoredLayout, done: () => void) => this.remove(layout, done),
      exportFile: (layout: StoredLayout) => this.exportStored(layout),
      importFile: () => this.importFile(),
      startNew: () => this.startNew(),
    };
    dialogs.open(
      () => import('./view/layouts-dialog.ts'),
      (code) => code.openLayouts(page, shown.texts, events),
    );
  }

  /** The keys of saving: a named layout is saved at once, the automatic one gets a name. */
  async save(): Promise<void> {
    const { layouts, preferences } = this.parts;
    // Saved by itself, the automatic layout needs nothing but a name.
    if (layouts().key === AUTOMATIC && preferences().preferences.savesByItself) this.saveAs();
    else await this.saveNow();
  }

  private async saveNow(): Promise<void> {
    const { layouts, shown, say } = this.parts;
    if (await layouts().saveNow()) say(shown.texts['layout.saved']);
  }

  private saveAs(): void {
    const { shown, layouts, document } = this.parts;
    const { texts, symbol } = shown;
    this.askName({
      title: texts['layout.saveAs'],
      submit: texts.save,
      suggest: (all) => (layouts().head.name === '' ? '' : freeName(layouts().head.name, all)),
      ticker: symbol.ticker,
      onSubmit: (name, isBound) => void this.make({ name, ticker: isBound ? symbol.ticker : '', resolution: shown.resolution }, document()),
    });
  }

  private startNew(): void {
    const { shown, fresh } = this.parts;
    this.askName({
      title: shown.texts['layout.new'],
      submit: shown.texts['layout.create'],
      suggest: () => '',
      onSubmit: (name) => void this.make({ name, ticker: '', resolution: shown.resolution }, fresh()),
    });
  }

  private rename(layout: StoredLayout, done: () => void): void {
    const { shown, layouts } = this.parts;
    this.askName({
      title: shown.texts['layout.rename'],
      submit: shown.texts['layout.rename'],
      suggest: () => layout.name,
      except: layout.key,
      onSubmit: (name) => this.after(layouts().change(layout, { name }), done),
    });
  }

  private askName({ suggest, except, ...asked }: Asked): void {
    const { page, dialogs, shown, layouts } = this.parts;
    dialogs.open(
      () => Promise.all([import('./view/name-dialog.ts'), layouts().list()]),
      ([code, all = []]) => {
        const taken = all.filter(({ key }) => key !== except).map((layout) => layout.name);
        const takenText = shown.texts['layout.taken'];
        code.openName(page, shown.texts, { ...asked, name: suggest(all), taken, takenText });
      },
    );
  }

  private async make(head: LayoutHead, document: ChartDocument): Promise<void> {
    const key = await this.parts.layouts().create(head, document);
    if (key === undefined) this.tell('failed');
    else await this.open({ key, ticker: head.ticker });
  }

  /** A layout of another symbol is opened by that symbol. */
  private async open({ key, ticker }: Opening): Promise<void> {
    const { shown, layouts, resolve, chooseSymbol } = this.parts;
    if (ticker === '' || ticker === shown.symbol.ticker) {
      this.after(layouts().open(key));
      return;
    }
    try {
      const symbol = chartSymbolOf(await resolve(ticker));
      layouts().prefer(ticker, key);
      chooseSymbol(symbol);
    } catch {
      this.tell('symbol');
    }
  }

  private remove(layout: StoredLayout, done: () => void): void {
    const { page, dialogs, shown, layouts } = this.parts;
    const { texts } = shown;
    const isOpen = layout.key === layouts().key;
    const { drawings, studies } = readDocument(layout.document) ?? { drawings: [], studies: [] };
    const question = {
      title: `${texts['layout.delete']}: ${layout.name}`,
      lines: [
        `${texts.drawings}: ${drawings.length} · ${texts.indicators}: ${studies.length}`,
        texts['layout.deleteNote'],
        ...(isOpen ? [texts['layout.deleteOpen']] : []),
      ],
      act: texts['layout.delete'],
      onAct: () => this.after(layouts().remove(layout), done),
    };
    dialogs.open(
      () => import('./view/question-dialog.ts'),
      (code) => code.openQuestion(page, texts, question),
    );
  }

  private exportStored({ document, ...head }: StoredLayout): void {
    const read = readDocument(document);
    if (read === undefined) this.tell('damaged');
    else this.exportFile(head, read);
  }

  private exportFile(head: LayoutHead, document: ChartDocument): void {
    const { page, shown } = this.parts;
    const name = head.name === '' ? shown.texts['layout.automatic'] : head.name;
    saveText(page, `${name}.json`, writeLayoutFile({ ...head, name, resolution: shown.resolution }, document));
  }

  private importFile(): void {
    const { page } = this.parts;
    const field = page.createElement('input');
    field.type = 'file';
    field.accept = '.json,application/json';
    field.addEventListener('change', () => {
      const [file] = field.files ?? [];
      if (file !== undefined) void this.take(file);
    });
    field.click();
  }

  private async take(file: File): Promise<void> {
    if (file.size > LARGEST_FILE) {
      this.tell('fileDamaged');
      return;
    }
    const read = readLayoutFile(await file.text().catch(() => ''));
    if (read === 'newer') this.tell('fileNewer');
    else if (read === 'damaged') this.tell('fileDamaged');
    else await this.make(read.head, read.document);
  }

  private after(work: Promise<LayoutProblem | undefined>, done?: () => void): void {
    void work.then((problem) => {
      if (problem !== undefined) this.tell(problem);
      done?.();
    });
  }

  private tell(problem: LayoutProblem | 'symbol' | 'fileNewer' | 'fileDamaged'): void {
    const { page, shown } = this.parts;
    const notice = { title: shown.texts['layout.menu'], line: shown.texts[`layout.problem.${problem}`] };
    fetched(import('./view/question-dialog.ts'), (code) => code.openNotice(page, shown.texts, notice));
  }

  private readonly writeTime = (time: number): string => {
    const { timezone } = this.parts.document();
    const format = new Intl.DateTimeFormat(this.parts.shown.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone });
    return time === 0 ? '' : format.format(time);
  };
}

interface Asked {
  readonly title: string;
  readonly submit: string;
  readonly suggest: (all: readonly StoredLayout[]) => string;
  /** Key of the layout whose name is its own. */
  readonly except?: string;
  readonly ticker?: string;
  readonly onSubmit: (name: string, isBound: boolean) => void;
}
