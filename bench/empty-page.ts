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

/** A page with React and one word on it, built like the terminal and served from this process. */
export async function serveEmptyPage(): Promise<{ url: string; server: Server }> {
  const bundle = await rolldown({
    input: 'empty',
    platform: 'browser',
    plugins: [
      {
        name: 'empty-page',
        resolveId: (id) => (id === 'empty' ? path.resolve('apps/terminal/empty-page.js') : undefined),
        load: (id) => (id.endsWith('empty-page.js') ? SOURCE : undefined),
      },
    ],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const script = output[0].code;
  const server = createServer((request, response) => {
    const isScript = request.url === '/main.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}
