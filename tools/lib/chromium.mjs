// Finds a Chromium for the browser tests, or gets one.
import { existsSync } from 'node:fs';
import { hasPackages, installPackages, onPath } from './packages.mjs';
import { run } from './processes.mjs';
import { SetupFailure } from './setup.mjs';

/** First the build without a window: the same engine, for two thirds of the work of a page. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

async function playwrightOwn() {
  const { chromium } = await import('playwright-core');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

const found = async () => COMMANDS.map(onPath).find(Boolean) ?? MAC.find((file) => existsSync(file)) ?? (await playwrightOwn());

/** The path of a Chromium; installs one when there is none (Debian's package for root, else Playwright's own build). */
export async function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new SetupFailure(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  const present = await found();
  if (present !== undefined) return present;

  if (hasPackages()) {
    console.log('Installing Chromium for the browser tests (apt-get) ...');
    // Older releases of Debian, and systems made from it, have no build without a window.
    await installPackages(['chromium-headless-shell', 'fonts-liberation'], ['chromium', 'fonts-liberation']);
  } else {
    console.log('Getting Chromium for the browser tests (Playwright) ...');
    await run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']);
  }
  const now = await found();
  if (now !== undefined) return now;
  throw new SetupFailure('No Chromium for the browser tests: install one and set CHROMIUM_PATH to it.');
}
