/// <reference lib="dom" />
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { ownClockScript } from './run-clock.ts';
import { shiftDate } from './shift-date.ts';

/** How soon a server notices that its clock was set. */
const LOOK_MS = 20;

interface ShiftedWindow extends Window {
  shiftClock?: (milliseconds: number) => void;
}

/** A wall clock that a test sets, for a server and its pages, in the place of the run's. It goes on at its pace, and timers are the machine's. */
export class SetClock {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'tapedeck-clock-'));
  readonly #file = path.join(this.#folder, 'shift');
  #shift = 0;

  constructor(time: number) {
    this.#setShift(time);
    writeFileSync(
      path.join(this.#folder, 'clock.mjs'),
      `import { readFileSync } from 'node:fs';
      ${shiftDate.toString()}
      const setShift = shiftDate();
      const look = () => setShift(Number(readFileSync(${JSON.stringify(this.#file)}, 'utf8')));
      look();
      setInterval(look, ${LOOK_MS}).unref();`,
    );
  }

  /** Option that makes a server use this clock. */
  get option(): string {
    return `--import=${pathToFileURL(path.join(this.#folder, 'clock.mjs')).href}`;
  }

  /** Has a page that was not opened yet go by this clock. */
  async bringTo(page: Page): Promise<void> {
    await page.addInitScript(ownClockScript(this.#shift));
  }

  async set(time: number, page: Page): Promise<void> {
    this.#setShift(time);
    await page.addInitScript(ownClockScript(this.#shift));
    const shift = (milliseconds: number): void => (window as ShiftedWindow).shiftClock?.(milliseconds);
    await Promise.all(page.frames().map((frame) => frame.evaluate(shift, this.#shift)));
  }

  /** After the server has ended. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #setShift(time: number): void {
    this.#shift = time - Date.now();
    writeFileSync(this.#file, String(this.#shift));
  }
}
