import type { Page, WebSocketRoute } from 'playwright-core';

/** Fate of a message; `replace` substitutes another one. */
type Verdict = 'pass' | 'drop' | { readonly replace: string };

/** One kind of socket of the page, in the test's hands. */
export interface SocketTap {
  /** Looks at every message of the server before the page does. */
  onServer(listener: (message: string) => Verdict): void;
  /** Messages of the page, over all connections. */
  readonly sent: readonly string[];
  readonly connections: () => number;
  /** Ends the open connections as a broken network does, or with a code of the server; refuses new ones while `refuse` is set. */
  cut(code?: number): Promise<void>;
  refuse: boolean;
}

/** Puts itself between page and server on every socket whose path is `path`. To be called before the page is opened. */
export async function tapSockets(page: Page, path: '/realtime' | '/private'): Promise<SocketTap> {
  const open = new Set<WebSocketRoute>();
  const sent: string[] = [];
  let listener: (message: string) => Verdict = () => 'pass';
  let connections = 0;
  const tap = {
    sent,
    connections: () => connections,
    onServer: (next: (message: string) => Verdict) => {
      listener = next;
    },
    refuse: false,
    cut: async (code = 1011) => {
      const cutting = [...open];
      open.clear();
      await Promise.all(cutting.map((route) => route.close({ code, reason: 'cut by the test' })));
    },
  };
  await page.routeWebSocket(
    (url) => url.pathname === path,
    (route) => {
      if (tap.refuse) {
        void route.close({ code: 1011, reason: 'refused by the test' });
        return;
      }
      connections += 1;
      open.add(route);
      const server = route.connectToServer();
      route.onMessage((message) => {
        sent.push(String(message));
        server.send(message);
      });
      server.onMessage((message) => {
        const verdict = listener(String(message));
        if (verdict === 'pass') route.send(message);
        else if (verdict !== 'drop') route.send(verdict.replace);
      });
      server.onClose((code, reason) => {
        open.delete(route);
        void route.close({ ...(code === undefined ? {} : { code }), ...(reason === undefined ? {} : { reason }) });
      });
    },
  );
  return tap;
}
