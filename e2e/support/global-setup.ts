import type { TestProject } from 'vitest/node';
import { launchBrowserServer } from './browser-server.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server that all files share; a test that stops it, or counts its money, starts its own. */
    readonly sharedServer: string;
    readonly browserAddress: string;
  }
}

/** One server and one browser for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, browser] = await Promise.all([startServer('--seed', '20260'), launchBrowserServer()]);
  project.provide('sharedServer', server.url);
  project.provide('browserAddress', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.stop();
  };
}
