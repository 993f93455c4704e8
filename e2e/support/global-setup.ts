import type { TestProject } from 'vitest/node';
import { startRunClock } from './run-clock.ts';
import { startServer } from './server.ts';
import type { SharedByFiles } from './shared.ts';

/** One server for each worker, for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  startRunClock();
  const started = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startServer('--seed', '20260')));
  project.provide(
    'shared',
    started.map(({ url, data }): SharedByFiles => ({ server: url, data })),
  );
  return async () => {
    await Promise.all(started.map((server) => server.stop()));
  };
}
