// The drawn map of the packages, made from layers.cjs: one row per level, a line per import that no other import implies.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { LAYERS, LEVELS, PURPOSE, PURE, NEUTRAL } = require('../../layers.cjs');

const WIDTH = 980;
const BOX = { width: 176, height: 56 };
const ROW = 104;
const MARGIN = 28;

const imports = Object.fromEntries(Object.entries(LAYERS).map(([workspace, allowed]) => [workspace.split('/')[1], allowed]));
const reaches = (from, to) => imports[from].some((next) => next === to || reaches(next, to));
/** Imports that are not already implied by a longer way down. */
const drawn = (from) => imports[from].filter((to) => !imports[from].some((other) => other !== to && reaches(other, to)));

const kind = (name) => (PURE.includes(name) ? 'pure' : name in NEUTRAL ? 'neutral' : name === 'server' ? 'node' : 'browser');

/** How far from the left a box stands when an even spread would put it into another's way. */
const COLUMNS = { 'market-sim': 0.1, client: 0.6, 'venue-paper': 0.2, gateway: 0.4, server: 0.3, terminal: 0.8 };

function positions() {
  const places = {};
  const top = LEVELS.length - 1;
  LEVELS.forEach((names, level) => {
    names.forEach((name, index) => {
      const column = COLUMNS[name] ?? (index + 0.5) / names.length;
      places[name] = { x: Math.round(WIDTH * column), y: MARGIN + (top - level) * ROW + BOX.height / 2 };
    });
  });
  return places;
}

const line = (from, to) => {
  const start = from.y + BOX.height / 2;
  const end = to.y - BOX.height / 2;
  const bend = Math.min(64, (end - start) / 2);
  return `<path d="M${from.x} ${start} C${from.x} ${start + bend} ${to.x} ${end - bend} ${to.x} ${end}"/>`;
};

const box = (name, { x, y }) =>
  [
    `<g class="${kind(name)}">`,
    `<rect x="${x - BOX.width / 2}" y="${y - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="8"/>`,
    `<text class="name" x="${x}" y="${y - 5}">${name}</text>`,
    `<text class="purpose" x="${x}" y="${y + 14}">${PURPOSE[name]}</text>`,
    '</g>',
  ].join('');

const STYLE = [
  'text{font-family:Inter,system-ui,sans-serif;text-anchor:middle;fill:#1b2130}',
  '.name{font-size:15px;font-weight:600}.purpose{font-size:10.5px;fill:#475069}',
  'path{fill:none;stroke:#8b93a7;stroke-width:1.3;marker-end:url(#tip)}rect{stroke-width:1.3}',
  '.pure rect{fill:#e3f4e8;stroke:#3f9a5b}.neutral rect{fill:#e6eefc;stroke:#4a79c9}',
  '.node rect{fill:#fdf0dc;stroke:#c98a2b}.browser rect{fill:#f4e8fb;stroke:#9457c2}',
  '.legend{text-anchor:start;font-size:12px}',
].join('');

const LEGEND = [
  ['pure', 'pure: no clock, no randomness, no packages'],
  ['neutral', 'runs in Node and in the browser'],
  ['node', 'Node'],
  ['browser', 'browser'],
];

/** The whole picture as SVG text; the same input gives the same text. */
export function drawMap() {
  const places = positions();
  const bottom = MARGIN + (LEVELS.length - 1) * ROW + BOX.height;
  const height = bottom + 56;
  const lines = Object.keys(imports).flatMap((from) => drawn(from).map((to) => line(places[from], places[to])));
  const boxes = Object.entries(places).map(([name, place]) => box(name, place));
  const at = [28, 330, 590, 680];
  const legend = LEGEND.map(
    ([name, words], index) =>
      `<g class="${name}"><rect x="${at[index]}" y="${bottom + 26}" width="16" height="12" rx="3"/><text class="legend" x="${at[index] + 24}" y="${bottom + 37}">${words}</text></g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Packages by level; imports point down">`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" style="fill:#8b93a7;stroke:none;marker-end:none"/></marker></defs>',
    `<rect width="${WIDTH}" height="${height}" rx="12" style="fill:#fff;stroke:none"/>`,
    ...lines,
    ...boxes,
    ...legend,
    '</svg>',
    '',
  ].join('\n');
}
