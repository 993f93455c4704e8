import type { AlertDesk } from './alerts/alert-desk.ts';
import type { IndicatorId } from '../bridge/indicator-names.ts';
import type { DrawingTool } from '../bridge/drawing-tools.ts';
import { chartSymbolOf } from '../bridge/chart-symbol.ts';
import type { ChartSymbol, ChartSymbolInfo } from '../bridge/messages.ts';
import type { CompareScale, DocumentCommand, StudyEntry, Tone } from './document/chart-document.ts';
import type { Drawing, DrawingHabits, DrawingStyle } from './drawings/drawing.ts';
import type { DocumentHistory } from './document/history.ts';
import type { ChartEngine, PointedBar } from './engine/chart-engine.ts';
import { fetched } from './fetched.ts';
import type { LayoutDesk, LayoutDeskParts } from './layout-desk.ts';
import { readPalette } from './palette.ts';
import type { PreferenceKeeper } from './store/preference-keeper.ts';
import { withFavourite } from './store/preferences.ts';
import type { ToggleFavourite } from './view/favourite-star.ts';
import type { RemoteFeedDesk } from './remote-feed.ts';
import { numberFormat } from './render/formats.ts';
import { hasLine } from './drawings/lined-tools.ts';
import { priceDigitsOf, zoneOfBars, type Shown } from './shown.ts';
import type { DrawingTemplates, TemplateParts } from './template-desk.ts';
import { TypedKeys } from './typed-keys.ts';
import { openBarsTable } from './view/bars-table.ts';
import type { DataWindow } from './view/data-window.ts';
import type { DrawingBarEvents } from './view/drawing-bar.ts';
import type { ObjectTree } from './view/object-tree.ts';
import type { SidebarEvents } from './view/sidebar.ts';
import type { SettingsEvents } from './view/study-settings.ts';
import type { StudyLegendEvents } from './view/study-legend.ts';
import { NARROW } from './view/narrow.ts';
import type { ToolbarEvents } from './view/toolbar.ts';

export interface ToolParts {
  readonly page: Document;
  readonly history: DocumentHistory;
  readonly shown: Shown;
  readonly engine: () => ChartEngine;
  readonly remote: Pick<RemoteFeedDesk, 'search' | 'resolve' | 'quotes'>;
  readonly alerts: () => AlertDesk;
  readonly layouts: LayoutDeskParts;
  readonly preferences: () => PreferenceKeeper;
  /** The state of the buttons is another one. */
  readonly changed: () => void;
  readonly chooseSymbol: (symbol: ChartSymbol) => void;
  readonly chooseResolution: ToolbarEvents['chooseResolution'];
}

/** Colours that compared lines take in turn. */
const COMPARE_TONES: readonly Tone[] = ['first', 'third', 'fourth', 'second'];

/** Windows over the chart that follow it while they are open. */
interface OpenWindows {
  data: DataWindow | undefined;
  objects: ObjectTree | undefined;
}

/** What the tools do to document and view. Dialogs come with their first use. */
export class Tools implements ToolbarEvents, StudyLegendEvents, SidebarEvents, DrawingBarEvents {
  private readonly parts: ToolParts;
  private readonly typing = new TypedKeys();
  private readonly windows: OpenWindows = { data: undefined, objects: undefined };

  constructor(parts: ToolParts) {
    this.parts = parts;
  }

  readonly chooseResolution = (resolution: Shown['resolution']): void => this.parts.chooseResolution(resolution);
  readonly command = (command: DocumentCommand): void => this.parts.history.apply(command);
  readonly undo = (): void => this.parts.history.undo();
  readonly redo = (): void => this.parts.history.redo();
  readonly setAuto = (isAuto: boolean): void => this.parts.engine().view.setAuto(isAuto);
  readonly resetView = (): void => this.parts.engine().view.reset();

  readonly toggleFavourite: ToggleFavourite = (group, choice) =>
    void this.parts.preferences().change((before) => withFavourite(before, group, choice));

  readonly openLayoutMenu = (button: HTMLButtonElement): void => this.withLayouts((desk) => desk.openMenu(button));
  readonly openLayouts = (): void => this.withLayouts((desk) => desk.openAll());
  readonly saveLayout = (): void => this.withLayouts((desk) => void desk.save());

  /** A preference could not be stored. */
  readonly tellUnsaved = (): void => {
    const { page, shown } = this.parts;
    const notice = { title: shown.texts.notStored, line: shown.texts.notStoredNote };
    fetched(import('./view/question-dialog.ts'), (code) => code.openNotice(page, shown.texts, notice));
  };

  readonly openTable = (): void => {
    const { page, shown, engine, history } = this.parts;
    const { symbol, resolution, locale } = shown;
    const { timezone, settings } = history.document;
    openBarsTable(page, shown.texts, {
      bars: engine().view.bars(),
      symbol: { ...symbol, priceDigits: priceDigitsOf(symbol, settings) },
      timezone: zoneOfBars(resolution, timezone),
      locale,
    });
  };

  readonly openIndicators = (): void => {
    const { page, shown } = this.parts;
    const add = (study: StudyEntry): void => this.command({ kind: 'addStudy', study });
    const studies = (): readonly StudyEntry[] => this.parts.history.document.studies;
    const favourites = () => this.parts.preferences().preferences.favourites.indicators;
    const toggleFavourite = (indicator: IndicatorId): void => this.toggleFavourite('indicators', indicator);
    fetched(import('./view/indicator-picker.ts'), (code) =>
      code.openIndicatorPicker(page, shown.texts, { studies, add, favourites, toggleFavourite }),
    );
  };

  /** Of an indicator or a compared line. */
  readonly toggleStudy = (id: string): void => {
    const { studies, compares } = this.parts.history.document;
    const study = studies.find((entry) => entry.id === id);
    const compare = compares.find((entry) => entry.id === id);
    if (study !== undefined) this.command({ kind: 'changeStudy', id, to: { shown: !study.shown } });
    else if (compare !== undefined) this.command({ kind: 'showCompare', id, to: !compare.shown });
  };

  readonly openStudy = (id: string): void => {
    const { page, shown, history } = this.parts;
    const studies = (): readonly StudyEntry[] => history.document.studies;
    const study = studies().find((entry) => entry.id === id);
    const change = (changed: string, to: Partial<StudyEntry>): void => this.command({ kind: 'changeStudy', id: changed, to });
    const openTemplates: SettingsEvents['openTemplates'] = (button, templates) =>
      this.withTemplates((code, parts) => {
        if (study !== undefined) code.openStudyTemplates(button, parts, { ...templates, indicator: study.indicator });
      });
    if (study === undefined) return;
    fetched(import('./view/study-settings.ts'), (code) =>
      code.openStudySettings(page, shown.texts, study, { studies, change, openTemplates }),
    );
  };

  readonly removeStudy = (id: string): void => {
    const isCompare = this.parts.history.document.compares.some((entry) => entry.id === id);
    this.command(isCompare ? { kind: 'removeCompare', id } : { kind: 'removeStudy', id });
  };

  readonly takeTool = (tool: DrawingTool | undefined): void => this.parts.engine().drawings.take(tool);
  readonly changeHabits = (to: Partial<DrawingHabits>): void => this.command({ kind: 'changeHabits', to });
  readonly toggleSidebar = (): void => {
    const { page, history } = this.parts;
    // A narrow picture has no room for the tools except while somebody draws: that is no matter of the layout.
    if (page.defaultView?.matchMedia(NARROW).matches === true) {
      page.documentElement.toggleAttribute('data-drawing');
      this.parts.changed();
    } else this.changeHabits({ sidebar: !history.document.habits.sidebar });
  };

  readonly removeDrawing = (id: string): void => this.command({ kind: 'removeDrawings', ids: [id] });
  readonly changeDrawing: DrawingBarEvents['changeDrawing'] = (id, to) => this.command({ kind: 'changeDrawing', id, to });

  /** Of the shown symbol; those that are locked stay. */
  readonly removeDrawings = (): void => {
    const { shown, history } = this.parts;
    const mine = history.document.drawings.filter(({ ticker, locked }) => ticker === shown.symbol.ticker && !locked);
    this.command({ kind: 'removeDrawings', ids: mine.map(({ id }) => id) });
  };

  readonly copyDrawing = (): void => {
    this.parts.engine().drawings.copy();
    this.parts.engine().drawings.paste();
  };

  readonly editDrawing = (id: string): void => {
    const { page, shown, history } = this.parts;
    const { drawings, timezone, habits } = history.document;
    const drawing = drawings.find((entry) => entry.id === id);
    if (drawing === undefined) return;
    const options = {
      drawing,
      timezone,
      priceDigits: shown.symbol.priceDigits,
      change: (to: Partial<Drawing>) => this.command({ kind: 'changeDrawing', id, to }),
      keepStyle: (style: DrawingStyle) => this.changeHabits({ styles: { ...habits.styles, [drawing.tool]: style } }),
      openTemplates: (button: HTMLButtonElement, templates: Omit<DrawingTemplates, 'tool'>) =>
        this.withTemplates((code, parts) => code.openDrawingTemplates(button, parts, { ...templates, tool: drawing.tool })),
    };
    fetched(import('./view/drawing-settings.ts'), (code) => code.openDrawingSettings(page, shown.texts, options));
  };

  /** On the drawing that is selected, or else on the price. */
  readonly createAlert = (): void => {
    const { selected } = this.parts.engine().drawings;
    this.parts.alerts().create(selected !== undefined && hasLine(selected.tool) ? { drawing: selected } : {});
  };
  readonly openAlerts = (): void => this.parts.alerts().openList();
  readonly alertStudy = (id: string): void => this.parts.alerts().create({ study: id });
  readonly alertDrawing = (drawing: Drawing): void => this.parts.alerts().create({ drawing });

  readonly openDrawingTemplates: DrawingBarEvents['openDrawingTemplates'] = (button, drawing) => {
    const { id, tool } = drawing;
    const restyle = (style: DrawingStyle): DocumentCommand => ({ kind: 'changeDrawing', id, to: { style } });
    this.withTemplates((code, parts) =>
      code.openDrawingTemplates(button, parts, {
        tool,
        read: () => drawing.style,
        apply: (style) => this.command(restyle(style)),
        restore: (style) => {
          const { [tool]: _, ...styles } = this.parts.history.document.habits.styles;
          this.command({ kind: 'several', commands: [restyle(style), { kind: 'changeHabits', to: { styles } }] });
        },
      }),
    );
  };

  readonly openSettings = (): void => {
    const { page, shown, history } = this.parts;
    const { up, down } = readPalette(page.documentElement);
    const options = { document: history.document, theme: { up, down }, command: this.command };
    fetched(Promise.all([import('./view/settings-dialog.ts'), this.parts.alerts().settings()]), ([code, alerts]) =>
      code.openSettings(page, shown.texts, { ...options, alerts }),
    );
  };

  readonly openSymbolSearch = (typed = ''): void => {
    const { page, shown, remote, chooseSymbol } = this.parts;
    const options = {
      typed,
      search: remote.search,
      follow: remote.quotes,
      choose: (symbol: ChartSymbolInfo) => chooseSymbol(chartSymbolOf(symbol)),
      compare: (symbol: ChartSymbolInfo) => this.compare(symbol, 'percent'),
    };
    fetched(import('./view/symbol-search.ts'), (code) => code.openChangeSymbol(page, shown.texts, options));
  };

  readonly openCompare = (): void => {
    const { page, shown, remote } = this.parts;
    const options = {
      search: remote.search,
      follow: remote.quotes,
      add: (symbol: ChartSymbolInfo, scale: CompareScale) => this.compare(symbol, scale),
      onChart: () => this.parts.history.document.compares.map(({ ticker }) => ticker),
    };
    fetched(import('./view/symbol-search.ts'), (code) => code.openCompare(page, shown.texts, options));
  };

  readonly openSymbolInfo = (): void => {
    const { page, shown, remote } = this.parts;
    const ask = (): Promise<ChartSymbolInfo> => remote.resolve(shown.symbol.ticker);
    fetched(import('./view/symbol-info-dialog.ts'), (code) => void code.openSymbolInfo(page, shown.texts, ask));
  };

  readonly openGoTo = (): void => {
    const { page, shown, engine, history } = this.parts;
    const bars = engine().view.bars();
    const [first, last] = [bars[0]?.time, engine().last()?.bar.time];
    if (first === undefined || last === undefined) return;
    const { view } = engine();
    const options = {
      timezone: history.document.timezone,
      known: { from: first, to: last },
      goTo: (time: number) => {
        // As much time as the picture shows now, with the moment in its middle.
        const half = ((bars.at(-1)?.time ?? last) - first) / 2;
        view.showRange(time - half, time + half);
      },
      showRange: (from: number, to: number) => view.showRange(from, to),
    };
    fetched(import('./view/go-to-dialog.ts'), (code) => code.openGoTo(page, shown.texts, options));
  };

  readonly openPicture = (): void => {
    const { page, shown, engine } = this.parts;
    const { symbol, resolution, texts } = shown;
    const options = {
      name: `${symbol.ticker} ${texts[`res.${resolution}`]}`,
      paint: (withLines: boolean) => engine().picture(withLines),
    };
    fetched(import('./view/picture-dialog.ts'), (code) => code.openPicture(page, texts, options));
  };

  readonly openDataWindow = (): void => {
    const { page, shown, engine, history } = this.parts;
    if (this.windows.data !== undefined) {
      this.windows.data.close();
      return;
    }
    const onClose = (): void => void (this.windows.data = undefined);
    fetched(import('./view/data-window.ts'), (code) => {
      this.windows.data = code.openDataWindow(page, { shown, document: () => history.document, onClose });
      this.showFigures(engine().last());
    });
  };

  readonly openObjectTree = (): void => {
    const { page, shown } = this.parts;
    if (this.windows.objects !== undefined) {
      this.windows.objects.close();
      return;
    }
    const onClose = (): void => void (this.windows.objects = undefined);
    fetched(import('./view/object-tree.ts'), (code) => {
      this.windows.objects = code.openObjectTree(page, shown.texts, { command: this.command, onClose });
      this.showObjects();
    });
  };

  readonly toggleFullScreen = (): void => {
    const { page } = this.parts;
    const done = page.fullscreenElement === null ? page.documentElement.requestFullscreen() : page.exitFullscreen();
    done.catch((cause: unknown) => console.warn('The chart cannot fill the screen', cause));
  };

  readonly openInterval = (typed = ''): void => {
    const { page, shown, chooseResolution } = this.parts;
    fetched(import('./view/interval-dialog.ts'), (code) => code.openIntervalDialog(page, shown.texts, typed, chooseResolution));
  };

  /** Typed on the chart: a digit begins an interval, a letter a symbol. */
  readonly typed = (key: string): void => {
    const isInterval = (keys: string): boolean => /^\d/.test(keys);
    this.typing.add(
      key,
      (first) => (isInterval(first) ? import('./view/interval-dialog.ts') : import('./view/symbol-search.ts')),
      (keys) => (isInterval(keys) ? this.openInterval(keys) : this.openSymbolSearch(keys)),
    );
  };

  /** The crosshair or the newest bar moved. */
  showFigures(pointed: PointedBar | undefined): void {
    this.windows.data?.show(pointed, this.parts.engine().view.readings());
  }

  /** Something came onto the chart or left it. */
  showObjects(): void {
    const { history, shown } = this.parts;
    const { symbol, lines, locale } = shown;
    const digits = priceDigitsOf(symbol, history.document.settings);
    const format = numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    this.windows.objects?.show(history.document, { ticker: symbol.ticker, lines, write: (price) => format.format(price) });
  }

  private withTemplates(act: (code: typeof import('./template-desk.ts'), parts: TemplateParts) => void): void {
    const parts = { texts: this.parts.shown.texts, keeper: this.parts.preferences() };
    fetched(import('./template-desk.ts'), (code) => act(code, parts));
  }

  private withLayouts(act: (desk: LayoutDesk) => void): void {
    fetched(import('./layout-desk.ts'), (code) => act(new code.LayoutDesk(this.parts.layouts)));
  }

  private compare(symbol: ChartSymbolInfo, scale: CompareScale): void {
    const { compares } = this.parts.history.document;
    const used = (tone: Tone): number => compares.filter((entry) => entry.tone === tone).length;
    const [tone = 'first'] = COMPARE_TONES.toSorted((a, b) => used(a) - used(b));
    const numbers = compares.map(({ id }) => Number(id.slice(1))).filter((number) => Number.isInteger(number));
    const id = `c${Math.max(0, ...numbers) + 1}`;
    this.command({ kind: 'addCompare', compare: { id, ticker: symbol.ticker, series: 'trade', scale, tone, shown: true } });
  }
}
