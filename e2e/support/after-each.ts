import { afterEach } from 'vitest';
import { closePages } from './guarded-page.ts';

afterEach(async ({ task }) => {
  await closePages({ name: task.name, failed: task.result?.state === 'fail' });
});
