import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

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
    'SpareRendererForSitePerProcess',
    'ThirdPartyStoragePartitioning',
  ].join(',')}`,
];
const USUAL = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Memory that a handful of pages share with the browser's other processes, several times over. */
const SHARED_MEMORY_MIN = 2 ** 30;

/**
 * Playwright has Chromium keep shared memory (pictures, answers, messages) in files of the temporary folder, as the shared memory of a
 * container may be small. On a disk, such files make the whole browser stand still while the disk is busy: where there is room, memory
 * is memory.
 */
function flagsToLeaveOut(): string[] {
  try {
    const folder = '/dev/shm';
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < SHARED_MEMORY_MIN ? [] : ['--disable-dev-shm-usage'];
  } catch {
    // There is no such memory, or it is closed to us.
    return [];
  }
}

export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? USUAL.find((file) => existsSync(file)) ?? chromium.executablePath();
  return chromium.launch({ executablePath, args: FLAGS, ignoreDefaultArgs: flagsToLeaveOut() });
}
