import '@tapedeck/ui/styles.css';
import { createTerminalClient, webPorts } from '@tapedeck/client';
import { invariant } from '@tapedeck/domain';
import { arrives, loadTyping } from '@tapedeck/ui';
import { StrictMode } from 'react';
import { ClientProvider } from '../platform/client-context.tsx';
import { leaveCompositions } from '../platform/compositions.ts';
import { firstViewShown, limitFirstView } from '../platform/first-view.tsx';
import { NumberWriting } from '../platform/number-writing.tsx';
import { startPainter } from '../platform/painting/start-painter.ts';
import { PainterProvider } from '../platform/painting/use-painter.ts';
import { browserRecords } from '../platform/records.ts';
import { browserStorage } from '../platform/storage.ts';
import { TextsProvider } from '../platform/texts.tsx';
import { platformWith } from './early-start.ts';
import { holdFirstMarket } from '../pages/first-market.ts';
import { loadGuard } from '../pages/later.ts';
import { mount } from './mount.ts';
import { HOME_SYMBOL, symbolOfPath } from '../pages/paths.ts';
import { Shell } from './shell.tsx';
import { startTexts } from './start-texts.ts';

async function loadAccount() {
  const [{ createAccount }] = await Promise.all([arrives(() => import('../pages/second-view.ts')), loadGuard()]);
  return createAccount;
}

async function start(): Promise<void> {
  leaveCompositions();
  const container = document.getElementById('root');
  invariant(container !== null, 'the page has a root element');
  const firstView = new Promise<void>((resolve) => {
    const end = firstViewShown.subscribe(() => {
      end();
      resolve();
    });
  });
  const symbol = location.pathname === '/' ? HOME_SYMBOL : symbolOfPath(location.pathname)?.toUpperCase();
  const painter = startPainter();
  const keeping = { storage: browserStorage, records: browserRecords, lines: painter };
  const client = createTerminalClient(
    webPorts(platformWith(window.tapedeckEarly), keeping, () => Date.now()),
    {
      origin: '',
      socketOrigin: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`,
      language: () => document.documentElement.lang,
      firstScreen: { symbol, shown: firstView },
      account: firstView.then(loadAccount),
      // A reload keeps the typed values.
      onRegrid: () => void arrives(() => import('../platform/reload.ts')).then(({ reloadPage }) => reloadPage()),
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
          <PainterProvider value={painter}>
            <NumberWriting>
              <Shell />
            </NumberWriting>
          </PainterProvider>
        </ClientProvider>
      </TextsProvider>
    </StrictMode>,
  );
  void firstView.then(loadTyping);
  void firstView.then(() => texts.loadRest());
  limitFirstView();
}

void start();
