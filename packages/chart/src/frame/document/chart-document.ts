import type { IndicatorId, Price } from '../../bridge/indicator-names.ts';
import type { ChartSeries } from '../../bridge/messages.ts';
import { STANDARD_HABITS, type Drawing, type DrawingHabits } from '../drawings/drawing.ts';
import { STANDARD_SETTINGS, type ChartSettings } from '../../bridge/settings.ts';
import { reordered, type DrawingMove } from './drawing-order.ts';
import { regrouped, type DrawingGroup } from './groups.ts';
import { USUAL_PANES, withoutPanes, type PaneLayout } from './panes.ts';
import type { Visible } from './visibility.ts';

/** Format of the document: a newer one is not read by an older program. */
export const DOCUMENT_FORMAT = 1;

export const SERIES_KINDS = [
  'bars',
  'candles',
  'hollow',
  'line',
  'stepLine',
  'area',
  'baseline',
  'columns',
  'highLow',
  'heikinAshi',
] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

export const SCALE_MODES = ['regular', 'percent', 'indexed', 'log'] as const;
export type ScaleMode = (typeof SCALE_MODES)[number];

/** Colours of plots by name, so that a theme change restyles them. */
export const TONES = ['first', 'second', 'third', 'fourth', 'up', 'down'] as const;
export type Tone = (typeof TONES)[number];

/** Source of an indicator: a price of each bar, or a plot of an earlier indicator in the list. */
export type StudySource = { readonly price: Price } | { readonly study: string; readonly plot: number };

export interface PlotLook {
  readonly tone: Tone;
  readonly width: number;
  readonly shown: boolean;
}

/** One indicator on the chart. */
export interface StudyEntry extends Visible {
  readonly id: string;
  readonly indicator: IndicatorId;
  readonly inputs: Readonly<Record<string, number>>;
  readonly source: StudySource;
  readonly looks: readonly PlotLook[];
}

/** Which scale a compared line is drawn on: the percent scale with the bars, their price scale, one of its own, or one in a pane of its own. */
export const COMPARE_SCALES = ['percent', 'price', 'own', 'pane'] as const;
export type CompareScale = (typeof COMPARE_SCALES)[number];

/** The closes of another symbol or series as a line. */
export interface CompareEntry {
  readonly id: string;
  /** Empty for the current symbol of the chart. */
  readonly ticker: string;
  readonly series: ChartSeries;
  readonly scale: CompareScale;
  readonly tone: Tone;
  readonly shown: boolean;
}

/** CHT-11: the mark price of the chart's symbol, on every new chart. */
export const MARK_PRICE: CompareEntry = { id: 'mark', ticker: '', series: 'mark', scale: 'price', tone: 'second', shown: true };

/** Kinds of trade lines and marks that a user shows or hides. */
export const LINE_GROUPS = ['position', 'breakeven', 'liquidation', 'orders', 'form', 'executions', 'hoverPrice', 'visibleRange'] as const;
export type LineGroup = (typeof LINE_GROUPS)[number];
export const LINE_WIDTHS = ['thin', 'medium', 'thick'] as const;
export const LINE_LENGTHS = ['left', 'center', 'right'] as const;

/** Appearance of the account's lines. */
export interface TradingLook {
  readonly shown: readonly LineGroup[];
  readonly width: (typeof LINE_WIDTHS)[number];
  readonly length: (typeof LINE_LENGTHS)[number];
}

export const USUAL_TRADING: TradingLook = {
  shown: LINE_GROUPS.filter((group) => group !== 'hoverPrice' && group !== 'visibleRange'),
  width: 'medium',
  length: 'right',
};

/**
 * The user's arrangement of a chart, without orders, data and theme. Only commands change it,
 * so that every change can be undone.
 */
export interface ChartDocument {
  readonly format: typeof DOCUMENT_FORMAT;
  readonly kind: SeriesKind;
  /** `locked`: a bar keeps its width in prices, however far the view zooms. */
  readonly scale: { readonly mode: ScaleMode; readonly inverted: boolean; readonly locked: boolean };
  /** IANA name. */
  readonly timezone: string;
  readonly volume: boolean;
  /** An indicator may use plots of those before it. */
  readonly studies: readonly StudyEntry[];
  readonly compares: readonly CompareEntry[];
  readonly panes: PaneLayout;
  readonly settings: ChartSettings;
  readonly trading: TradingLook;
  /** In painting order. */
  readonly drawings: readonly Drawing[];
  readonly groups: readonly DrawingGroup[];
  readonly habits: DrawingHabits;
}

export type DocumentCommand =
  | { readonly kind: 'setKind'; readonly to: SeriesKind }
  | { readonly kind: 'setScaleMode'; readonly to: ScaleMode }
  | { readonly kind: 'setInverted'; readonly to: boolean }
  | { readonly kind: 'lockRatio'; readonly to: boolean }
  | { readonly kind: 'setTimezone'; readonly to: string }
  | { readonly kind: 'setVolume'; readonly to: boolean }
  | { readonly kind: 'addCompare'; readonly compare: CompareEntry }
  | { readonly kind: 'removeCompare'; readonly id: string }
  | { readonly kind: 'showCompare'; readonly id: string; readonly to: boolean }
  | { readonly kind: 'changePanes'; readonly to: Partial<PaneLayout> }
  | { readonly kind: 'addDrawing'; readonly drawing: Drawing }
  | { readonly kind: 'changeDrawing'; readonly id: string; readonly to: Partial<Omit<Drawing, 'id' | 'tool' | 'ticker'>> }
  | { readonly kind: 'orderDrawing'; readonly id: string; readonly to: DrawingMove }
  | { readonly kind: 'removeDrawings'; readonly ids: readonly string[] }
  /** Moves drawings to the group `to`, or to none without it. */
  | { readonly kind: 'groupDrawings'; readonly ids: readonly string[]; readonly to?: Pick<DrawingGroup, 'id' | 'name'> }
  | { readonly kind: 'renameGroup'; readonly id: string; readonly name: string }
  | { readonly kind: 'changeHabits'; readonly to: Partial<DrawingHabits> }
  /** One step of undo. */
  | { readonly kind: 'several'; readonly commands: readonly DocumentCommand[] }
  | { readonly kind: 'changeSettings'; readonly to: Partial<ChartSettings> }
  | { readonly kind: 'setTrading'; readonly to: Partial<TradingLook> }
  | { readonly kind: 'addStudy'; readonly study: StudyEntry }
  /** Also removes the indicators that use it. */
  | { readonly kind: 'removeStudy'; readonly id: string }
  | { readonly kind: 'changeStudy'; readonly id: string; readonly to: Partial<Omit<StudyEntry, 'id' | 'indicator'>> };

export function newDocument(timezone: string, settings: ChartSettings = STANDARD_SETTINGS): ChartDocument {
  return {
    format: DOCUMENT_FORMAT,
    kind: 'candles',
    scale: { mode: 'regular', inverted: false, locked: false },
    timezone,
    volume: true,
    studies: [],
    compares: [MARK_PRICE],
    panes: USUAL_PANES,
    settings,
    trading: USUAL_TRADING,
    drawings: [],
    groups: [],
    habits: STANDARD_HABITS,
  };
}

/** The document after a command; the same object if nothing changes. */
export function applyCommand(document: ChartDocument, command: DocumentCommand): ChartDocument {
  const { scale } = document;
  switch (command.kind) {
    case 'setKind':
      return document.kind === command.to ? document : { ...document, kind: command.to };
    case 'setScaleMode':
      return scale.mode === command.to ? document : { ...document, scale: { ...scale, mode: command.to } };
    case 'setInverted':
      return scale.inverted === command.to ? document : { ...document, scale: { ...scale, inverted: command.to } };
    case 'lockRatio':
      return scale.locked === command.to ? document : { ...document, scale: { ...scale, locked: command.to } };
    case 'setTimezone':
      return document.timezone === command.to ? document : { ...document, timezone: command.to };
    case 'setVolume':
      return document.volume === command.to ? document : { ...document, volume: command.to };
    case 'addCompare':
      return withCompare(document, command.compare);
    case 'removeCompare':
      return {
        ...document,
        compares: document.compares.filter(({ id }) => id !== command.id),
        panes: withoutPanes(document.panes, new Set([command.id])),
      };
    case 'showCompare':
      return {
        ...document,
        compares: document.compares.map((compare) => (compare.id === command.id ? { ...compare, shown: command.to } : compare)),
      };
    case 'changePanes':
      return { ...document, panes: { ...document.panes, ...command.to } };
    case 'addDrawing':
    case 'changeDrawing':
      return { ...document, drawings: drawingsAfter(document.drawings, command) };
    case 'removeDrawings':
      return {
        ...document,
        drawings: drawingsAfter(document.drawings, command),
        groups: regrouped(document.groups, command.ids),
      };
    case 'groupDrawings':
      return { ...document, groups: regrouped(document.groups, command.ids, command.to) };
    case 'renameGroup':
      return {
        ...document,
        groups: document.groups.map((group) => (group.id === command.id ? { ...group, name: command.name } : group)),
      };
    case 'orderDrawing': {
      const drawings = reordered(document.drawings, command.id, command.to);
      return drawings === document.drawings ? document : { ...document, drawings };
    }
    case 'changeHabits':
      return { ...document, habits: { ...document.habits, ...command.to } };
    case 'several':
      return command.commands.reduce(applyCommand, document);
    case 'changeSettings':
      return { ...document, settings: { ...document.settings, ...command.to } };
    case 'setTrading':
      return { ...document, trading: { ...document.trading, ...command.to } };
    case 'addStudy':
      // A new indicator must be in view.
      return { ...document, studies: [...document.studies, command.study], panes: { ...document.panes, maximised: '' } };
    case 'removeStudy':
      return withoutStudy(document, command.id);
    case 'changeStudy':
      return {
        ...document,
        studies: document.studies.map((study) => (study.id === command.id ? { ...study, ...command.to } : study)),
      };
  }
}

type DrawingCommand = Extract<DocumentCommand, { readonly kind: 'addDrawing' | 'changeDrawing' | 'removeDrawings' }>;

function drawingsAfter(drawings: readonly Drawing[], command: DrawingCommand): readonly Drawing[] {
  switch (command.kind) {
    case 'addDrawing':
      return [...drawings, command.drawing];
    case 'changeDrawing':
      return drawings.map((drawing) => (drawing.id === command.id ? { ...drawing, ...command.to } : drawing));
    case 'removeDrawings':
      return drawings.filter(({ id }) => !command.ids.includes(id));
  }
}

/** A line on the percent scale needs the bars to be on it too. */
function withCompare(document: ChartDocument, compare: CompareEntry): ChartDocument {
  const scale = compare.scale === 'percent' ? { ...document.scale, mode: 'percent' as const } : document.scale;
  // A pane that was added must be in view.
  const panes = compare.scale === 'pane' ? { ...document.panes, maximised: '' } : document.panes;
  return { ...document, scale, panes, compares: [...document.compares, compare] };
}

function withoutStudy(document: ChartDocument, id: string): ChartDocument {
  const { studies, panes } = document;
  const gone = new Set([id]);
  for (const { id: own, source } of studies) if ('study' in source && gone.has(source.study)) gone.add(own);
  return { ...document, studies: studies.filter((study) => !gone.has(study.id)), panes: withoutPanes(panes, gone) };
}
