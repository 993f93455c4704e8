// A test file's page goes away, but its modules stay: a callback that waits for a frame would wait forever.
import { afterAll, afterEach } from 'vitest';

// Each test has a tab of its own.
afterEach(() => sessionStorage.clear());

// Test files share one document: no nodes of one are left for the next.
afterAll(() => document.body.replaceChildren());

afterAll(() => new Promise((painted) => requestAnimationFrame(() => painted(undefined))));
