import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { TradingGate } from '../venues/trading-gate.ts';

const CHECK_MS = 5_000;
/** Allocated bytes: a reserve for cancellations on a full disk. */
export const RESERVE_BYTES = 16 << 20;
const BLOCK_BYTES = 1 << 20;
/** Normal service resumes only well above the limit. */
const RECOVERED_FACTOR = 2;

export interface DiskGuardOptions {
  readonly folder: string;
  /** Below this free space, only cancellations are accepted. */
  readonly freeBytesMin: number;
  readonly gate: TradingGate;
  readonly freeBytes?: (folder: string) => Promise<number>;
  readonly onChange: (text: string) => void;
}

/**
 * Watches the disk of the data folder. Before it is full, only cancellations are accepted, and a reserve is released so
 * that they can still be written; once there is enough space, normal service resumes.
 */
export class DiskGuard {
  readonly #options: DiskGuardOptions;
  readonly #reserve: string;
  #timer: NodeJS.Timeout | undefined;
  #low = false;
  free = Number.NaN;

  constructor(options: DiskGuardOptions) {
    this.#options = options;
    this.#reserve = join(options.folder, 'reserve');
  }

  async start(): Promise<void> {
    await this.check();
    this.#timer = setInterval(() => void this.check(), CHECK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Checks once. Never rejects: a failed check of the disk is no reason to stop trading. */
  async check(): Promise<void> {
    const { folder, freeBytesMin, freeBytes = freeBytesOf } = this.#options;
    try {
      this.free = await freeBytes(folder);
    } catch {
      return;
    }
    if (this.#low ? this.free >= freeBytesMin * RECOVERED_FACTOR : this.free >= freeBytesMin) this.#recover();
    else this.#giveUp();
  }

  #giveUp(): void {
    if (this.#low) return;
    this.#low = true;
    rmSync(this.#reserve, { force: true });
    this.#options.gate.setCancelOnly('disk', 'the disk is nearly full');
    this.#options.onChange(`the disk is nearly full (${this.free} bytes free): only cancellations are accepted`);
  }

  #recover(): void {
    if (this.#low) {
      this.#options.gate.setCancelOnly('disk', undefined);
      this.#options.onChange(`the disk has enough free space again (${this.free} bytes)`);
    }
    this.#low = false;
    if (!hasBytes(this.#reserve, RESERVE_BYTES)) writeReserve(this.#reserve);
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function hasBytes(file: string, bytes: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === bytes;
}

function writeReserve(file: string): void {
  const block = Buffer.alloc(BLOCK_BYTES, 1);
  const handle = openSync(file, 'w', 0o600);
  try {
    for (let written = 0; written < RESERVE_BYTES; written += BLOCK_BYTES) writeSync(handle, block);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
