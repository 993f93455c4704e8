/// <reference lib="dom" />
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { browser } from './browser.ts';
import { logIn } from './login.ts';
import { runClockScript } from './run-clock.ts';
import { shared } from './shared.ts';

const OUTPUT = fileURLToPath(new URL('../output/', import.meta.url));

export interface GuardedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Says that console errors like this one are part of the test. */
  expectErrors(pattern: RegExp): void;
}

interface Opened extends GuardedPage {
  readonly complaints: string[];
  readonly expected: RegExp[];
}

const opened: Opened[] = [];

export interface PageOptions extends BrowserContextOptions {
  /** Nobody is logged in; otherwise the owner is. */
  readonly visitor?: boolean;
}

/**
 * A page of its own that keeps a list of everything that must never happen: errors in the console (violations of the content security
 * policy are such), exceptions, requests and sockets to any other origin. The list is looked at after every test.
 */
export async function openPage(origin: string, { visitor = false, ...options }: PageOptions = {}): Promise<GuardedPage> {
  const context = await (await browser()).newContext({ viewport: { width: 1600, height: 960 }, deviceScaleFactor: 1, ...options });
  context.setDefaultTimeout(45_000);
  const { server, data } = shared();
  if (!visitor) await logIn(context, origin, server === origin ? data : undefined);
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const { host } = new URL(origin);
  const foreign = (address: string): boolean => /^(https?|wss?):/.test(address) && new URL(address).host !== host;
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(`exception: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    if (foreign(request.url())) complaints.push(`foreign request: ${request.url()}`);
  });
  await context.addInitScript(runClockScript());
  await context.addInitScript(keepGestures);
  const page = await context.newPage();
  page.on('websocket', (socket) => {
    if (foreign(socket.url())) complaints.push(`foreign socket: ${socket.url()}`);
  });
  const guarded: Opened = { page, context, complaints, expected, expectErrors: (pattern) => expected.push(pattern) };
  opened.push(guarded);
  return guarded;
}

/** Closes the pages of a test. Throws if one of them reported errors; adds the pages' last messages to the failure of a test. */
export async function closePages(test: { readonly name: string; readonly failed: boolean }): Promise<void> {
  const complaints: string[] = [];
  for (const entry of opened.splice(0)) {
    complaints.push(...entry.complaints.filter((line) => !entry.expected.some((pattern) => pattern.test(line))));
    if (test.failed || complaints.length > 0) {
      await keepPicture(entry.page, test.name);
      complaints.push(...(await told(entry.page)));
    }
    await entry.context.close();
  }
  if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
}

interface Gestures {
  readonly gestures?: readonly string[];
}

/** Runs in the page: the last presses with their targets, and the toasts. Only these explain a press without an effect. */
function keepGestures(): void {
  const KEPT = 12;
  const gestures: string[] = [];
  Object.assign(window, { gestures } satisfies Gestures);
  const keep = (line: string): void => {
    gestures.push(`${Math.round(performance.now())} ms ${line}`);
    gestures.splice(0, gestures.length - KEPT);
  };
  for (const kind of ['pointerdown', 'pointerup', 'click']) {
    window.addEventListener(
      kind,
      ({ target }) => keep(`${kind} on ${target instanceof Element ? `${target.tagName} ${target.textContent.slice(0, 30)}` : '?'}`),
      true,
    );
  }
  // A click that was held back does not get here.
  window.addEventListener('click', () => keep('click heard'));
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element && node.matches('[data-sonner-toast]')) keep(`toast ${node.textContent}`);
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Where the page is, its alerts, its state and the last gestures; nothing of a page that crashed or is gone. */
async function told(page: Page): Promise<string[]> {
  const said = await page
    .evaluate(() => ({
      texts: [...document.querySelectorAll<HTMLElement>('[role=alert], [role=status]')].map((node) => node.innerText),
      gestures: (window as Gestures).gestures ?? [],
    }))
    .catch(() => ({ texts: [], gestures: [] }));
  return [`at ${page.url()}`, ...said.texts.filter((text) => text !== '').map((text) => `told: ${text}`), ...said.gestures];
}

async function keepPicture(page: Page, name: string): Promise<void> {
  mkdirSync(OUTPUT, { recursive: true });
  const file = path.join(OUTPUT, `${name.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80)}.png`);
  // A page that crashed cannot be pictured; the test's own error says more.
  await page.screenshot({ path: file }).catch(() => undefined);
}
