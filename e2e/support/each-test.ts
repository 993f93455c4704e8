import { afterEach } from 'vitest';
import { closePages } from './guarded-page.ts';
import { stopOwnServers } from './own-server.ts';
import { removeTemporaryFolders } from './temporary-folder.ts';

afterEach(async ({ task }) => {
  try {
    await closePages({ name: task.name, failed: task.result?.state === 'fail' });
  } finally {
    // After the pages: a page whose server is gone complains.
    await stopOwnServers();
    removeTemporaryFolders();
  }
});
