import type { AlertController } from './alerts/alert-controller.ts';
import type { IndicatorId } from '../bridge/indicator-names.ts';
import type { DrawingTool } from '../bridge/drawing-tools.ts';
import { chartSymbolOf } from '../bridge/chart-symbol.ts';
import type { ChartSymbol, ChartSymbolInfo } from '../bridge/messages.ts';
import type { DialogLoader } from './dialog-loader.ts';
import type { CompareScale, DocumentCommand, StudyEntry, Tone } from './document/chart-document.ts';
import type { Drawing, DrawingHabits, DrawingStyle } from './drawings/drawing.ts';
import type { DocumentHistory } from './document/history.ts';
import type { ChartEngine, PointedBar } from './engine/chart-engine.ts';
import { fetched } from './fetched.ts';
import type { LayoutController, LayoutControllerParts } from './layout-controller.ts';
import { readPalette } from './palette.ts';
import type { PreferenceKeeper } from './store/preference-keeper.ts';
import { withFavourite } from './store/preferences.ts';
import type { ToggleFavourite } from './view/favourite-star.ts';
import type { RemoteFeedRelay } from './remote-feed.ts';
import { numberFormat } from './render/formats.ts';
import { hasLine } from './drawings/lined-tools.ts';
import { priceDigitsOf, zoneOfBars, type Shown } from './shown.ts';
import type { DrawingTemplates, TemplateParts } from './template-dialogs.ts';
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
  readonly dialogs: DialogLoader;
  readonly history: DocumentHistory;
  readonly shown: Shown;
  readonly engine: () => ChartEngine;
  readonly remote: Pick<RemoteFeedRelay, 'search' | 'resolve' | 'quotes'>;
  readonly alerts: () => AlertController;
  readonly openReplay: () => void;
  readonly layouts: LayoutControllerParts;
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

/** Actions of the tools on document and view. Dialogs load on first use. */
export class Tools implements ToolbarEvents, StudyLegendEvents, SidebarEvents, DrawingBarEvents {
  private readonly parts: ToolParts;
  private readonly windows: OpenWindows = { data: undefined, objects: undefined };

  constructor(parts: ToolParts) {
    this.parts = parts;
  }

  readonly chooseResolution = (resolution: Shown['resolution']): void => this.parts.chooseResolution(resolution);
  readonly command = (command: DocumentCommand): void => this.parts.history.apply(command);
  readonly undo = (): void => this.parts.history.undo();
  readonly redo = (): void => this.parts.history.redo();
  /** Prices that follow the bars have no ratio to keep. */
  readonly setAuto = (isAuto: boolean): void => {
    if (isAuto && this.parts.history.document.scale.locked) this.command({ kind: 'lockRatio', to: false });
    this.parts.engine().view.setAuto(isAuto);
  };
  readonly resetView = (): void => this.parts.engine().view.reset();

  readonly toggleFavourite: ToggleFavourite = (group, choice) =>
    void this.parts.preferences().change((before) => withFavourite(before, group, choice));

  readonly openReplay = (): void => this.parts.openReplay();

  readonly openLayoutMenu = (button: HTMLButtonElement): void =>
    this.parts.dialogs.open(
      () => this.layouts(),
      (controller) => controller.openMenu(button),
    );
  readonly openLayouts = (): void =>
    this.parts.dialogs.open(
      () => this.layouts(),
      (controller) => controller.openAll(),
    );
  readonly saveLayout = (): void =>
    this.parts.dialogs.open(
      () => this.layouts(),
      (controller) => void controller.save(),
    );

  /** A preference could not be stored. */
  readonly tellUnsaved = (): void => {
    const { page, shown } = this.parts;
    const notice = { title: shown.texts.notStored, line: shown.texts.notStoredNote };
    fetched(import('./view/question-dialog.ts'), (code) => code.openNotice(page, shown.texts, notice));
  };

  readonly openTable = (): void => {
    const { page, dialogs, shown, engine, history } = this.parts;
    dialogs.open(
      () => import('./view/bars-table.ts'),
      (code) => {
        const { symbol, resolution, locale } = shown;
        const { timezone, settings } = history.document;
        code.openBarsTable(page, shown.texts, {
          bars: engine().view.bars(),
          symbol: { ...symbol, priceDigits: priceDigitsOf(symbol, settings) },
          timezone: zoneOfBars(resolution, timezone),
          locale,
        });
      },
    );
  };

  readonly openIndicators = (): void => {
    const { page, dialogs, shown } = this.parts;
    const add = (study: StudyEntry): void => this.command({ kind: 'addStudy', study });
    const studies = (): readonly StudyEntry[] => this.parts.history.document.studies;
    const favourites = () => this.parts.preferences().preferences.favourites.indicators;
    const toggleFavourite = (indicator: IndicatorId): void => this.toggleFavourite('indicators', indicator);
    dialogs.open(
      () => import('./view/indicator-picker.ts'),
      (code, typed) =>
        code.openIndicatorPicker(page, shown.texts, { typed, figures: shown.symbol.figures, studies, add, favourites, toggleFavourite }),
    );
  };

  /** Shows or hides an indicator or a compared line. */
  readonly toggleStudy = (id: string): void => {
    const { studies, compares } = this.parts.history.document;
    const study = studies.find((entry) => entry.id === id);
    const compare = compares.find((entry) => entry.id === id);
    if (study !== undefined) this.command({ kind: 'changeStudy', id, to: { shown: !study.shown } });
    else if (compare !== undefined) this.command({ kind: 'showCompare', id, to: !compare.shown });
  };

  readonly openStudy = (id: string): void => {
    const { page, dialogs, shown, history } = this.parts;
    const studies = (): readonly StudyEntry[] => history.document.studies;
    const study = studies().find((entry) => entry.id === id);
    const change = (changed: string, to: Partial<StudyEntry>): void => this.command({ kind: 'changeStudy', id: changed, to });
    const openTemplates: SettingsEvents['openTemplates'] = (button, templates) =>
      this.withTemplates((code, parts) => {
        if (study !== undefined) code.openStudyTemplates(button, parts, { ...templates, indicator: study.indicator });
      });
    if (study === undefined) return;
    dialogs.open(
      () => import('./view/study-settings.ts'),
      (code) => code.openStudySettings(page, shown.texts, study, { studies, change, openTemplates }),
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
    // A narrow picture has room for the tools only while the user draws: the layout does not store that.
    if (page.defaultView?.matchMedia(NARROW).matches === true) {
      page.documentElement.toggleAttribute('data-drawing');
      this.parts.changed();
    } else this.changeHabits({ sidebar: !history.document.habits.sidebar });
  };

  readonly removeDrawing = (id: string): void => this.command({ kind: 'removeDrawings', ids: [id] });
  readonly changeDrawing: DrawingBarEvents['changeDrawing'] = (id, to) => this.command({ kind: 'changeDrawing', id, to });

  /** Removes the drawings of the shown symbol; locked drawings stay. */
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
    const { page, dialogs, shown, history } = this.parts;
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
    dialogs.open(
      () => import('./view/drawing-settings.ts'),
      (code) => code.openDrawingSettings(page, shown.texts, options),
    );
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
    const { page, dialogs, shown, history } = this.parts;
    const { up, down } = readPalette(page.documentElement);
    const options = { document: history.document, theme: { up, down }, command: this.command };
    dialogs.open(
      () => Promise.all([import('./view/settings-dialog.ts'), this.parts.alerts().settings()]),
      ([code, alerts]) => code.openSettings(page, shown.texts, { ...options, alerts }),
    );
  };

  readonly openSymbolSearch = (typed = ''): void => {
    const { page, dialogs, shown, remote, chooseSymbol } = this.parts;
    const options = {
      search: remote.search,
      follow: remote.quotes,
      choose: (symbol: ChartSymbolInfo) => chooseSymbol(chartSymbolOf(symbol)),
      compare: (symbol: ChartSymbolInfo) => this.compare(symbol, 'percent'),
    };
    dialogs.open(
      () => import('./view/symbol-search.ts'),
      (code, more) => code.openChangeSymbol(page, shown.texts, { ...options, typed: typed + more }),
    );
  };

  readonly openCompare = (): void => {
    const { page, dialogs, shown, remote } = this.parts;
    const options = {
      search: remote.search,
      follow: remote.quotes,
      add: (symbol: ChartSymbolInfo, scale: CompareScale) => this.compare(symbol, scale),
      onChart: () => this.parts.history.document.compares.map(({ ticker }) => ticker),
    };
    dialogs.open(
      () => import('./view/symbol-search.ts'),
      (code) => code.openCompare(page, shown.texts, options),
    );
  };

  readonly openSymbolInfo = (): void => {
    const { page, dialogs, shown, remote } = this.parts;
    const ask = (): Promise<ChartSymbolInfo> => remote.resolve(shown.symbol.ticker);
    dialogs.open(
      () => import('./view/symbol-info-dialog.ts'),
      (code) => void code.openSymbolInfo(page, shown.texts, ask),
    );
  };

  readonly openGoTo = (): void => {
    const { page, dialogs, shown, engine, history } = this.parts;
    const bars = engine().view.bars();
    const [first, last] = [bars[0]?.time, engine().last()?.bar.time];
    if (first === undefined || last === undefined) return;
    const { view } = engine();
    const options = {
      locale: shown.locale,
      timezone: history.document.timezone,
      known: { from: first, to: last },
      goTo: (time: number) => {
        // As much time as the picture shows now, with the moment in its middle.
        const half = ((bars.at(-1)?.time ?? last) - first) / 2;
        view.showRange(time - half, time + half);
      },
      showRange: (from: number, to: number) => view.showRange(from, to),
    };
    dialogs.open(
      () => import('./view/go-to-dialog.ts'),
      (code) => code.openGoTo(page, shown.texts, options),
    );
  };

  readonly openShortcuts = (): void => {
    const { page, dialogs, shown } = this.parts;
    dialogs.open(
      () => import('./view/shortcuts-dialog.ts'),
      (code) => code.openShortcuts(page, shown.texts),
    );
  };

  readonly openPicture = (): void => {
    const { page, dialogs, shown, engine } = this.parts;
    const { symbol, resolution, texts } = shown;
    const options = {
      name: `${symbol.ticker} ${texts[`res.${resolution}`]}`,
      paint: (withLines: boolean) => engine().picture(withLines),
    };
    dialogs.open(
      () => import('./view/picture-dialog.ts'),
      (code) => code.openPicture(page, texts, options),
    );
  };

  readonly openDataWindow = (): void => {
    const { page, dialogs, shown, engine, history } = this.parts;
    if (this.windows.data !== undefined) {
      this.windows.data.close();
      return;
    }
    const onClose = (): void => void (this.windows.data = undefined);
    dialogs.open(
      () => import('./view/data-window.ts'),
      (code) => {
        this.windows.data = code.openDataWindow(page, { shown, document: () => history.document, onClose });
        this.showFigures(engine().last());
      },
    );
  };

  readonly openObjectTree = (): void => {
    const { page, dialogs, shown } = this.parts;
    if (this.windows.objects !== undefined) {
      this.windows.objects.close();
      return;
    }
    const onClose = (): void => void (this.windows.objects = undefined);
    dialogs.open(
      () => import('./view/object-tree.ts'),
      (code) => {
        this.windows.objects = code.openObjectTree(page, shown.texts, {
          command: this.command,
          openStudy: this.openStudy,
          editDrawing: this.editDrawing,
          onClose,
        });
        this.showObjects();
      },
    );
  };

  readonly toggleFullScreen = (): void => {
    const { page } = this.parts;
    const done = page.fullscreenElement === null ? page.documentElement.requestFullscreen() : page.exitFullscreen();
    done.catch((cause: unknown) => console.warn('The chart cannot fill the screen', cause));
  };

  readonly openInterval = (typed = ''): void => {
    const { page, dialogs, shown, chooseResolution } = this.parts;
    dialogs.open(
      () => import('./view/interval-dialog.ts'),
      (code, more) => code.openIntervalDialog(page, shown.texts, typed + more, chooseResolution),
    );
  };

  /** Typed on the chart: a digit begins an interval, a letter a symbol. */
  readonly typed = (key: string): void => (/^\d/.test(key) ? this.openInterval(key) : this.openSymbolSearch(key));

  /** The crosshair or the newest bar moved. */
  showFigures(pointed: PointedBar | undefined): void {
    this.windows.data?.show(pointed, this.parts.engine().view.readings());
  }

  /** Something came onto the chart or left it. */
  showObjects(): void {
    const { history, shown } = this.parts;
    const { symbol, resolution, lines, locale } = shown;
    const digits = priceDigitsOf(symbol, history.document.settings);
    const format = numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    this.windows.objects?.show(history.document, { ticker: symbol.ticker, resolution, lines, write: (price) => format.format(price) });
  }

  private withTemplates(act: (code: typeof import('./template-dialogs.ts'), parts: TemplateParts) => void): void {
    const parts = { texts: this.parts.shown.texts, keeper: this.parts.preferences() };
    this.parts.dialogs.open(
      () => import('./template-dialogs.ts'),
      (code) => act(code, parts),
    );
  }

  private async layouts(): Promise<LayoutController> {
    const code = await import('./layout-controller.ts');
    return new code.LayoutController(this.parts.layouts);
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
