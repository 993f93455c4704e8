// Finds a Chromium for the browser tests, or gets one.
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './processes.mjs';
import { SetupFailure } from './setup.mjs';

/** First the build without a window: the same engine, for two thirds of the work of a page. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function onPath(command) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, command);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder; look in the next one.
    }
  }
  return undefined;
}

async function playwrightOwn() {
  const { chromium } = await import('playwright-core');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

const found = async () => COMMANDS.map(onPath).find(Boolean) ?? MAC.find((file) => existsSync(file)) ?? (await playwrightOwn());

/** Debian's packages, the first that there is: older releases, and those made from Debian, have none without a window. */
async function installPackage() {
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] };
  await run('apt-get', ['update', '-qq'], quiet);
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    if ((await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', browser, 'fonts-liberation'], quiet)) === 0) return;
  }
}

/** The path of a Chromium; installs one when there is none (Debian's package for root, else Playwright's own build). */
export async function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new SetupFailure(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  const present = await found();
  if (present !== undefined) return present;

  if (process.getuid?.() === 0 && onPath('apt-get') !== undefined) {
    console.log('Installing Chromium for the browser tests (apt-get) ...');
    await installPackage();
  } else {
    console.log('Getting Chromium for the browser tests (Playwright) ...');
    await run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']);
  }
  const now = await found();
  if (now !== undefined) return now;
  throw new SetupFailure('No Chromium for the browser tests: install one and set CHROMIUM_PATH to it.');
}
