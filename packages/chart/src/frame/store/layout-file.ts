import { isPlainObject } from '../../bridge/shape.ts';
import { DOCUMENT_FORMAT, type ChartDocument } from '../document/chart-document.ts';
import { formatOf, readDocument } from '../document/read-document.ts';
import { headOf, type LayoutHead } from './stored-layout.ts';

const KIND = 'tapedeck-chart-layout';
/** Format version of the file around the document. */
const FILE_FORMAT = 1;
/** Bytes. A thousand long brush strokes fit. */
export const LARGEST_FILE = 20_000_000;

/** A layout as a file, for another browser or another trader. */
export function writeLayoutFile({ name, ticker, resolution }: LayoutHead, document: ChartDocument): string {
  return `${JSON.stringify({ kind: KIND, format: FILE_FORMAT, name, ticker, resolution, document }, undefined, 2)}\n`;
}

export type LayoutFile = { readonly head: LayoutHead; readonly document: ChartDocument };

/** `newer`: written by a newer program. `damaged`: not a layout, or a part of it would be lost. */
export function readLayoutFile(text: string): LayoutFile | 'newer' | 'damaged' {
  const file = parsed(text);
  if (!isPlainObject(file) || file['kind'] !== KIND) return 'damaged';
  const { format, document: stored } = file;
  if (typeof format !== 'number' || format < 1) return 'damaged';
  if (format > FILE_FORMAT || formatOf(stored) > DOCUMENT_FORMAT) return 'newer';
  const document = readDocument(stored);
  const head = headOf(file);
  return document === undefined || head.name === '' || !isKept(stored, document) ? 'damaged' : { head, document };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True if the parsed document contains every part of the file: parsing drops unknown parts. */
function isKept(stored: unknown, read: unknown): boolean {
  if (Array.isArray(stored))
    return Array.isArray(read) && stored.length === read.length && stored.every((part, at) => isKept(part, read[at]));
  if (!isPlainObject(stored)) return stored === read;
  return isPlainObject(read) && Object.entries(stored).every(([key, part]) => isKept(part, read[key]));
}
