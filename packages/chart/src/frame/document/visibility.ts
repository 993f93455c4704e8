import type { IndicatorId } from '../../bridge/indicator-names.ts';
import { MARKET_SERIES, type ChartResolution, type ChartSymbol } from '../../bridge/messages.ts';
import type { ChartDocument, StudyEntry } from './chart-document.ts';

/** An object that a user may hide at some resolutions. */
export interface Visible {
  readonly shown: boolean;
  /** Resolutions at which it is hidden, whether it is shown or not. */
  readonly hiddenOn: readonly ChartResolution[];
}

/** Guards of stored entries require every field; entries older than this field are visible at all resolutions. */
export const withVisibility = (stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && !Object.hasOwn(stored, 'hiddenOn') ? { ...stored, hiddenOn: [] } : stored;

export const isHiddenAt = ({ shown, hiddenOn }: Visible, resolution: ChartResolution): boolean => shown && hiddenOn.includes(resolution);

function seen<T extends Visible>(entries: readonly T[], resolution: ChartResolution): readonly T[] {
  if (!entries.some((entry) => isHiddenAt(entry, resolution))) return entries;
  return entries.map((entry) => (isHiddenAt(entry, resolution) ? { ...entry, shown: false } : entry));
}

/** An indicator is hidden if the datafeed lacks its figures for the symbol. */
const isWithout = ({ figures }: ChartSymbol, indicator: IndicatorId): boolean =>
  MARKET_SERIES.some((series) => series === indicator && !figures.includes(series));

function seenStudies(studies: readonly StudyEntry[], symbol: ChartSymbol, resolution: ChartResolution): readonly StudyEntry[] {
  const visible = seen(studies, resolution);
  if (!visible.some(({ shown, indicator }) => shown && isWithout(symbol, indicator))) return visible;
  return visible.map((study) => (isWithout(symbol, study.indicator) ? { ...study, shown: false } : study));
}

/** The visible part of a document for a symbol and a resolution. Unchanged lists keep their identity, which avoids recomputation. */
export class SeenDocument {
  private of: Pick<ChartDocument, 'studies' | 'drawings'> = { studies: [], drawings: [] };
  private studies: ChartDocument['studies'] = [];
  private drawings: ChartDocument['drawings'] = [];
  private symbol: ChartSymbol | undefined;
  private resolution: ChartResolution | undefined;

  at(document: ChartDocument, symbol: ChartSymbol, resolution: ChartResolution): ChartDocument {
    const isOther = resolution !== this.resolution || symbol !== this.symbol;
    if (isOther || document.studies !== this.of.studies) this.studies = seenStudies(document.studies, symbol, resolution);
    if (isOther || document.drawings !== this.of.drawings) this.drawings = seen(document.drawings, resolution);
    this.of = document;
    this.symbol = symbol;
    this.resolution = resolution;
    const { studies, drawings } = this;
    return studies === document.studies && drawings === document.drawings ? document : { ...document, studies, drawings };
  }
}
