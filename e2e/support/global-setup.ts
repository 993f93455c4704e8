import type { TestProject } from 'vitest/node';
import { launchBrowserServer } from './browser-server.ts';
import { startServer } from './server.ts';
import type { SharedByFiles } from './shared.ts';

/** One server and one browser for each worker, for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, () => Promise.all([startServer('--seed', '20260'), launchBrowserServer()])),
  );
  project.provide(
    'shared',
    started.map(([server, browser]): SharedByFiles => ({ server: server.url, data: server.data, browser: browser.wsEndpoint() })),
  );
  return async () => {
    await Promise.all(
      started.map(async ([server, browser]) => {
        await browser.close();
        await server.stop();
      }),
    );
  };
}
