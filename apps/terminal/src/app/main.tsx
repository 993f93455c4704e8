import './no-made-code.ts';
import '@tapedeck/ui/styles.css';
import { createTerminalClient, webPorts } from '@tapedeck/client';
import { invariant } from '@tapedeck/domain';
import { StrictMode } from 'react';
import { ClientProvider } from '../platform/client-context.tsx';
import { firstViewShown, limitFirstView } from '../platform/first-view.tsx';
import { browserRecords } from '../platform/records.ts';
import { browserStorage } from '../platform/storage.ts';
import { TextsProvider } from '../platform/texts.tsx';
import { platformWith } from './early-start.ts';
import { holdFirstMarket } from './first-market.ts';
import { mount } from './mount.ts';
import { HOME_SYMBOL, symbolOfPath } from './paths.ts';
import { Shell } from './shell.tsx';
import { startTexts } from './start-texts.ts';

async function start(): Promise<void> {
  const container = document.getElementById('root');
  invariant(container !== null, 'the page has a root element');
  const firstView = new Promise<void>((resolve) => {
    const end = firstViewShown.subscribe(() => {
      end();
      resolve();
    });
  });
  const symbol = location.pathname === '/' ? HOME_SYMBOL : symbolOfPath(location.pathname)?.toUpperCase();
  const client = createTerminalClient(
    webPorts(platformWith(window.tapedeckEarly), { storage: browserStorage, records: browserRecords }, () => Date.now()),
    {
      origin: '',
      socketOrigin: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`,
      language: () => document.documentElement.lang,
      firstScreen: { symbol, shown: firstView },
    },
  );
  client.start();
  window.addEventListener('unhandledrejection', ({ reason }) => client.telemetry.rejection(reason));
  void firstView.then(() => client.telemetry.measure('first_screen_ms', performance.now()));
  if (symbol !== undefined) holdFirstMarket(client, symbol);
  const texts = await startTexts();
  mount(
    container,
    <StrictMode>
      <TextsProvider value={texts}>
        <ClientProvider value={client}>
          <Shell />
        </ClientProvider>
      </TextsProvider>
    </StrictMode>,
  );
  void firstView.then(() => texts.loadRest());
  limitFirstView();
}

void start();
