import { isPlainObject } from '../../bridge/shape.ts';
import { DOCUMENT_FORMAT, SCALE_MODES, SERIES_KINDS, newDocument, type ChartDocument } from './chart-document.ts';

/**
 * A stored document. What cannot be read is replaced by its default, so that a damaged field costs that field only; `undefined` when
 * it is no document of this format.
 */
export function readDocument(stored: unknown): ChartDocument | undefined {
  if (!isPlainObject(stored) || stored['format'] !== DOCUMENT_FORMAT) return undefined;
  const standard = newDocument('Etc/UTC');
  const scale = isPlainObject(stored['scale']) ? stored['scale'] : {};
  return {
    format: DOCUMENT_FORMAT,
    kind: SERIES_KINDS.find((kind) => kind === stored['kind']) ?? standard.kind,
    scale: {
      mode: SCALE_MODES.find((mode) => mode === scale['mode']) ?? standard.scale.mode,
      inverted: scale['inverted'] === true,
    },
    timezone: typeof stored['timezone'] === 'string' ? stored['timezone'] : standard.timezone,
    volume: stored['volume'] !== false,
  };
}
