import { TOOL_ICONS } from './tool-icons.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Strokes on a grid of 16 by 16. */
const PATHS = {
  ...TOOL_ICONS,
  star: 'M8 1.8l1.9 4 4.4.6-3.2 3 .8 4.4L8 11.7l-3.9 2.1.8-4.4-3.2-3 4.4-.6z',
  template: 'M2.5 2.5h11v3h-11zM2.5 8h4.5v5.5H2.5zM9.5 8h4v5.5h-4z',
  bars: 'M4 4v9M2 6h2M4 11h2M11 2v10M9 9h2M11 4h2',
  candles: 'M5 2v2M5 11v3M3 4h4v7H3zM11 1v4M11 10v4M9 5h4v5H9z',
  hollow: 'M5 2v2M5 11v3M3 4h4v7H3zM11 1v4M11 10v4M9 5h4v5H9z',
  line: 'M1.5 12l4-5 3 3 6-7',
  stepLine: 'M1.5 12h3.5V8h4V5h5.5',
  columns: 'M2 9.5h3v4H2zM6.5 5.5h3v8h-3zM11 2.5h3v11h-3z',
  highLow: 'M3 5h4v8H3zM9 2.5h4v7H9z',
  area: 'M1.5 10l4-4 3 2 6-6v12h-13z',
  baseline: 'M1.5 8h13M1.5 12l3.5-6 3.5 5L14 3',
  heikinAshi: 'M5 3v2M5 12v2M3 5h4v7H3zM11 2v2M9 4h4v7H9z',
  undo: 'M6 3L3 6l3 3M3 6h6.5a3.5 3.5 0 010 7H7',
  redo: 'M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 000 7H9',
  lines: 'M1.5 4h6M1.5 8h4M1.5 12h8M10 2.5h4.5v3H10zM8 6.5h6.5v3H8zM12 10.5h2.5v3H12z',
  settings:
    'M8 5.5a2.5 2.5 0 110 5 2.5 2.5 0 010-5zM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M3.4 12.6l1.4-1.4M11.2 4.8l1.4-1.4',
  table: 'M2 3h12v10H2zM2 6.5h12M2 9.8h12M6.5 3v10',
  folder: 'M2 4.5h4l1.5 1.5H14v7H2z',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  before: 'M9.5 4.5L6 8l3.5 3.5',
  after: 'M6.5 4.5L10 8l-3.5 3.5',
  down: 'M4.5 6.5L8 10l3.5-3.5',
  up: 'M4.5 9.5L8 6l3.5 3.5',
  maximise: 'M9.5 2.5h4v4M13.5 2.5l-4 4M6.5 13.5h-4v-4M2.5 13.5l4-4',
  restore: 'M13.5 6.5h-4v-4M9.5 6.5l4-4M2.5 9.5h4v4M6.5 9.5l-4 4',
  layers: 'M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  eye: 'M1.5 8s2.5-4 6.5-4 6.5 4 6.5 4-2.5 4-6.5 4-6.5-4-6.5-4zM8 6.5a1.5 1.5 0 110 3 1.5 1.5 0 010-3z',
  eyeOff: 'M1.5 8s2.5-4 6.5-4 6.5 4 6.5 4-2.5 4-6.5 4-6.5-4-6.5-4zM2.5 2.5l11 11',
  search: 'M7 2.5a4.5 4.5 0 110 9 4.5 4.5 0 010-9zM10.3 10.3l3.2 3.2',
  compare: 'M8 1.8a6.2 6.2 0 110 12.4A6.2 6.2 0 018 1.8zM8 5v6M5 8h6',
  camera: 'M2 5h3l1.2-2h3.6L11 5h3v8H2zM8 6.5a2.4 2.4 0 110 4.8 2.4 2.4 0 010-4.8z',
  fullScreen: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.8v3M10.5 1.8v3',
  unlock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 014.8-1',
  cursor: 'M8 1.5v13M1.5 8h13',
  fibonacci: 'M2 3h12M2 7h12M2 10h12M2 13.5h12M4 13.5l8-10.5',
  shapes: 'M2 3h7v7H2zM10.5 6.5a3.5 3.5 0 11-3.5 3.5',
  magnet: 'M3.5 2.5v6a4.5 4.5 0 009 0v-6h-3v6a1.5 1.5 0 01-3 0v-6zM3.5 5h3M9.5 5h3',
  pencil: 'M2.5 13.5l.8-3.2 7.8-7.8 2.4 2.4-7.8 7.8zM9.6 4l2.4 2.4',
  download: 'M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.2 4.5l.6 9h6.4l.6-9M6.7 7v4M9.3 7v4',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 015 0v2.5',
  indicators: 'M2 13c3 0 2.5-10 5.5-10M3.5 7.5h4M9 8l4.5 5M13.5 8L9 13',
  alert: 'M8 3.6a5 5 0 110 10 5 5 0 010-10zM8 6v2.8l1.9 1.2M2 4.4l2.2-1.9M14 4.4l-2.2-1.9',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.2l7 4.8-7 4.8z',
  replay: 'M8 4L3.5 8 8 12zM13 4L8.5 8l4.5 4z',
  step: 'M4 3.2l6.5 4.8L4 12.8zM12.5 3.2v9.6',
} as const;

export type IconName = keyof typeof PATHS;

export function icon(page: Document, name: IconName): SVGSVGElement {
  const made = page.createElementNS(SVG, 'svg');
  made.setAttribute('viewBox', '0 0 16 16');
  made.setAttribute('class', 'chart-icon');
  made.setAttribute('aria-hidden', 'true');
  const path = page.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  made.append(path);
  return made;
}
