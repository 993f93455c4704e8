// npm test: enough on a fresh clone. Installs the packages and a Chromium when they are missing, then runs every check.
import { run } from './lib/processes.mjs';
import { checkNode, ensureInstalled, guarded } from './lib/setup.mjs';

await guarded(async () => {
  checkNode();
  await ensureInstalled();
  const { ensureChromium } = await import('./lib/chromium.mjs');
  const chromium = await ensureChromium();
  process.exitCode = await run(process.execPath, ['tools/verify.mjs', ...process.argv.slice(2)], {
    env: { ...process.env, CHROMIUM_PATH: chromium },
  });
});
