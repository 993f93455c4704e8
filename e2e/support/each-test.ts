import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { closePages } from './guarded-page.ts';
import { stopOwnServers } from './own-server.ts';

/** At 00, 08 and 16 hours UTC funding is paid; at 08 contracts are delivered and others listed. */
const TURN_MS = 8 * 60 * 60 * 1_000;
/** What a test takes at most, nearly always. */
const TEST_MS = 60_000;
/** What the exchange has to do then. */
const SETTLED_MS = 3_000;

// A test that counts money, or has chosen a contract, does not begin just before such an hour.
beforeEach(async () => {
  const left = TURN_MS - (Date.now() % TURN_MS);
  if (left < TEST_MS) await wait(left + SETTLED_MS);
});

afterEach(async ({ task }) => {
  try {
    await closePages({ name: task.name, failed: task.result?.state === 'fail' });
  } finally {
    // After the pages: a page whose server is gone complains.
    await stopOwnServers();
  }
});
