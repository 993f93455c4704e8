import { inject } from 'vitest';
import { entryAddress } from './login.ts';

/** The server of the worker that runs this file: files that run side by side do not see each other's orders. */
export interface SharedByFiles {
  readonly server: string;
  /** Its data folder. */
  readonly data: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** By the number of the worker. */
    readonly shared: readonly SharedByFiles[];
  }
}

export function shared(): SharedByFiles {
  const worker = Number(process.env['VITEST_POOL_ID']);
  const found = inject('shared')[worker - 1];
  if (found === undefined) throw new Error(`No server was started for worker ${worker}.`);
  return found;
}

/** Address of the server that the files of a worker share; a test that stops it, or counts its money, starts its own. */
export function sharedServer(): string {
  return shared().server;
}

/** An address that logs the owner of that server in once. */
export function sharedEntry(): Promise<string> {
  return entryAddress(shared().data);
}
