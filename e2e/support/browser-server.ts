import { existsSync } from 'node:fs';
import { chromium, type BrowserServer } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The two pages behind the address bar are a process of their own for every context. The others are those that Playwright switches off
  // too: of two such options the browser hears only the last.
  `--disable-features=${[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'AimEnabled',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'ThirdPartyStoragePartitioning',
  ].join(',')}`,
];
const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function launchBrowserServer(): Promise<BrowserServer> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? USUAL.find((file) => existsSync(file)) ?? chromium.executablePath();
  return chromium.launchServer({ executablePath, args: FLAGS });
}
