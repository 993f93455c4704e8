import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { rolldown } from 'rolldown';

const SOURCE = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('p', null, 'ready'));
`;
const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title></head>' +
  '<body><div id="root"></div><script type="module" src="/main.js"></script></body></html>';

/** A page with React and its script, built like the terminal and served from this process. */
export async function serveReactPage(script: string): Promise<{ url: string; server: Server }> {
  const bundle = await rolldown({
    input: 'page',
    platform: 'browser',
    plugins: [
      {
        name: 'react-page',
        resolveId: (id) => (id === 'page' ? path.resolve('apps/terminal/react-page.js') : undefined),
        load: (id) => (id.endsWith('react-page.js') ? script : undefined),
      },
    ],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const { code } = output[0];
  const server = createServer((request, response) => {
    const isScript = request.url === '/main.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? code : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

/** One with a single word on it. */
export const serveEmptyPage = (): Promise<{ url: string; server: Server }> => serveReactPage(SOURCE);
