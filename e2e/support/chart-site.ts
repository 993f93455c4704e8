import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FILES = fileURLToPath(new URL('../../apps/terminal/dist/web/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};
/** As strict as the documentation says a site may be (docs/embedding-the-chart.md). */
const POLICY =
  "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self' data: blob:;connect-src 'self';frame-src 'self'";
const PAGE = `<!doctype html><html lang="en"><head><title>A site</title><link rel="icon" href="data:," /></head>
<body><main><h1>A site</h1><div id="chart"></div></main><script type="module" src="/chart-library.js"></script></body></html>`;

export interface ChartSite {
  readonly origin: string;
  /** Bars of the site's datafeed from now on, as UDF tells them. */
  answer(history: (query: URLSearchParams) => unknown): void;
  close(): Promise<void>;
}

const MINUTE = 60;
/** Half an hour that ended some time ago: a price that rises by one a minute. */
export const SITE_BARS = Array.from({ length: 30 }, (_, index) => ({ time: 1_700_000_040 + index * MINUTE, close: 100 + index }));

interface SiteBar {
  readonly time: number;
  readonly close: number;
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly volume?: number;
}

export const udfBars = (bars: readonly SiteBar[]): unknown => ({
  s: bars.length === 0 ? 'no_data' : 'ok',
  t: bars.map(({ time }) => time),
  o: bars.map(({ close, open = close - 1 }) => open),
  h: bars.map(({ close, high = close + 1 }) => high),
  l: bars.map(({ close, low = close - 2 }) => low),
  c: bars.map(({ close }) => close),
  v: bars.map(({ volume = 7 }) => volume),
});

const until = (query: URLSearchParams): unknown => udfBars(SITE_BARS.filter(({ time }) => time < Number(query.get('to'))));

const symbol = (ticker: string): unknown => ({
  ticker,
  name: ticker,
  description: `${ticker} of the site`,
  type: 'spot',
  exchange: 'SITE',
  session: '24x7',
  minmov: 1,
  pricescale: 100,
  volume_precision: 2,
});

/** A site that embeds the chart, with a datafeed of its own: neither the terminal nor its server has a part in it. */
export async function openChartSite(): Promise<ChartSite> {
  let history: (query: URLSearchParams) => unknown = until;
  const answers: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    '/feed/config': () => ({ supports_marks: true }),
    '/feed/symbols': (query) => symbol(query.get('symbol') ?? ''),
    '/feed/search': () => ['ALPHA', 'BETA'].map((ticker) => ({ symbol: ticker, ticker })),
    '/feed/marks': () => ({ id: [1], time: [1_700_000_340], color: ['green'], text: ['Bought on the site'], label: ['B'] }),
    '/feed/history': (query) => history(query),
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://site');
    const told = answers[url.pathname];
    const send = (body: string | Buffer, type: string): void => {
      response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body);
    };
    if (told !== undefined) send(JSON.stringify(await told(url.searchParams)), 'application/json');
    else if (url.pathname === '/') send(PAGE, 'text/html');
    else send(readFileSync(path.join(FILES, path.normalize(url.pathname))), TYPES[path.extname(url.pathname)] ?? 'text/plain');
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    answer: (next) => (history = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
