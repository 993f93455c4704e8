import './no-made-code.ts';
import '@tapedeck/ui/styles.css';
import { createTerminalClient, webPorts } from '@tapedeck/client';
import { invariant } from '@tapedeck/domain';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ClientProvider } from '../platform/client-context.tsx';
import { browserStorage } from '../platform/storage.ts';
import { TextsProvider } from '../platform/texts.tsx';
import { platformWith } from './early-start.ts';
import { holdFirstMarket, symbolOfPath } from './first-market.ts';
import { HOME_SYMBOL, createAppRouter } from './router.tsx';
import { startTexts } from './start-texts.ts';

async function start(): Promise<void> {
  const container = document.getElementById('root');
  invariant(container !== null, 'the page has a root element');
  const client = createTerminalClient(
    webPorts(platformWith(window.tapedeckEarly), browserStorage, () => Date.now()),
    {
      origin: '',
      socketOrigin: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`,
      language: () => document.documentElement.lang,
    },
  );
  client.start();
  holdFirstMarket(client, symbolOfPath(location.pathname) ?? HOME_SYMBOL);
  const router = createAppRouter();
  const [texts] = await Promise.all([startTexts(), router.load()]);
  createRoot(container).render(
    <StrictMode>
      <TextsProvider value={texts}>
        <ClientProvider value={client}>
          <RouterProvider router={router} />
        </ClientProvider>
      </TextsProvider>
    </StrictMode>,
  );
}

void start();
