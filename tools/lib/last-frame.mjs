// The page of a test file goes away with it, its modules stay: what waits for a frame then would wait for ever, and all behind it.
import { afterAll } from 'vitest';

afterAll(() => new Promise((painted) => requestAnimationFrame(() => painted(undefined))));
