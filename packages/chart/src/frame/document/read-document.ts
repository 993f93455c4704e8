import { INDICATOR_IDS, PRICES } from '../../bridge/indicator-names.ts';
import { CHART_SERIES } from '../../bridge/messages.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { finite, flag, isPlainObject, listOf, oneOf, record, text, whole, type Guard } from '../../bridge/shape.ts';
import {
  DOCUMENT_FORMAT,
  LINE_GROUPS,
  LINE_LENGTHS,
  LINE_WIDTHS,
  SCALE_MODES,
  SERIES_KINDS,
  COMPARE_SCALES,
  MARK_PRICE,
  TONES,
  USUAL_TRADING,
  newDocument,
  type ChartDocument,
  type CompareEntry,
  type PlotLook,
  type StudyEntry,
  type StudySource,
  type TradingLook,
} from './chart-document.ts';
import { readDrawings, readHabits } from '../drawings/drawing.ts';
import { readSettings } from '../../bridge/settings.ts';
import { isZone } from '../model/zone.ts';
import { readGroups } from './groups.ts';
import { USUAL_PANES, type PaneLayout } from './panes.ts';
import { withVisibility } from './visibility.ts';

const MOST_STUDIES = 100;

const isOfPrice = record({ price: oneOf(PRICES) });
const isOfStudy = record({ study: text(20), plot: whole(0, 20) });
const isSource: Guard<StudySource> = (value): value is StudySource => isOfPrice(value) || isOfStudy(value);
const isNumber = finite();
export const isInputs: Guard<StudyEntry['inputs']> = (value): value is StudyEntry['inputs'] =>
  isPlainObject(value) && Object.values(value).every((input) => isNumber(input));
export const isLook: Guard<PlotLook> = record({ tone: oneOf(TONES), width: finite(0, 10), shown: flag });
export const isStudyEntry: Guard<StudyEntry> = record({
  id: text(20),
  indicator: oneOf(INDICATOR_IDS),
  inputs: isInputs,
  source: isSource,
  looks: listOf(isLook, 20),
  shown: flag,
  hiddenOn: listOf(oneOf(CHART_RESOLUTIONS), CHART_RESOLUTIONS.length),
});

const MOST_COMPARES = 20;
const isCompare: Guard<CompareEntry> = record({
  id: text(20),
  ticker: text(40),
  series: oneOf(CHART_SERIES),
  scale: oneOf(COMPARE_SCALES),
  tone: oneOf(TONES),
  shown: flag,
});

/** Documents older than compared lines receive the mark price line. */
function readCompares(stored: unknown): readonly CompareEntry[] {
  return Array.isArray(stored) ? stored.slice(0, MOST_COMPARES).filter((entry): entry is CompareEntry => isCompare(entry)) : [MARK_PRICE];
}

const isPaneId = text(20);
const isOrder = listOf(isPaneId, MOST_STUDIES + MOST_COMPARES);
const isShare = finite(0, 1);

function readPanes(stored: unknown): PaneLayout {
  if (!isPlainObject(stored)) return USUAL_PANES;
  const { order, shares, maximised } = stored;
  const known = isPlainObject(shares) ? Object.entries(shares) : [];
  return {
    order: isOrder(order) ? order : [],
    shares: Object.fromEntries(known.filter((entry): entry is [string, number] => isPaneId(entry[0]) && isShare(entry[1]))),
    maximised: isPaneId(maximised) ? maximised : '',
  };
}

/** Format of a stored value; 0 if it is not a document. */
export function formatOf(stored: unknown): number {
  const format = isPlainObject(stored) ? stored['format'] : undefined;
  return typeof format === 'number' ? format : 0;
}

function readTrading(stored: unknown): TradingLook {
  if (!isPlainObject(stored)) return USUAL_TRADING;
  const shown: readonly unknown[] | undefined = Array.isArray(stored['shown']) ? stored['shown'] : undefined;
  return {
    shown: shown === undefined ? USUAL_TRADING.shown : LINE_GROUPS.filter((group) => shown.includes(group)),
    width: LINE_WIDTHS.find((width) => width === stored['width']) ?? USUAL_TRADING.width,
    length: LINE_LENGTHS.find((length) => length === stored['length']) ?? USUAL_TRADING.length,
  };
}

/**
 * A stored document. What cannot be read is replaced by its default, so that a damaged field costs that field only; `undefined` when
 * it is no document of this format.
 */
export function readDocument(stored: unknown): ChartDocument | undefined {
  if (!isPlainObject(stored) || stored['format'] !== DOCUMENT_FORMAT) return undefined;
  const standard = newDocument('Etc/UTC');
  const scale = isPlainObject(stored['scale']) ? stored['scale'] : {};
  const studies: readonly unknown[] = Array.isArray(stored['studies']) ? stored['studies'].slice(0, MOST_STUDIES) : [];
  const drawings = readDrawings(stored['drawings']);
  return {
    format: DOCUMENT_FORMAT,
    kind: SERIES_KINDS.find((kind) => kind === stored['kind']) ?? standard.kind,
    scale: {
      mode: SCALE_MODES.find((mode) => mode === scale['mode']) ?? standard.scale.mode,
      inverted: scale['inverted'] === true,
      locked: scale['locked'] === true,
    },
    timezone: typeof stored['timezone'] === 'string' && isZone(stored['timezone']) ? stored['timezone'] : standard.timezone,
    volume: stored['volume'] !== false,
    studies: studies.map(withVisibility).filter(isStudyEntry),
    compares: readCompares(stored['compares']),
    panes: readPanes(stored['panes']),
    settings: readSettings(stored['settings']),
    trading: readTrading(stored['trading']),
    drawings,
    groups: readGroups(stored['groups'], drawings),
    habits: readHabits(stored['habits']),
  };
}
