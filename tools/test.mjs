// npm test and npm run test:all, enough on a fresh clone: installs the packages, a Chromium and, for everything, PostgreSQL when they are
// missing, then runs tools/verify.mjs.
import { run } from './lib/processes.mjs';
import { checkNode, ensureInstalled, guarded } from './lib/setup.mjs';

const options = process.argv.slice(2);

await guarded(async () => {
  checkNode();
  await ensureInstalled();
  const environment = { ...process.env };
  const { ensureChromium } = await import('./lib/chromium.mjs');
  environment.CHROMIUM_PATH = await ensureChromium();
  if (options.includes('--all')) {
    const { ensurePostgres } = await import('./lib/postgres.mjs');
    await ensurePostgres();
    // The history is tested on PostgreSQL too, which the tests start themselves.
    environment.TAPEDECK_POSTGRES = 'required';
  }
  process.exitCode = await run(process.execPath, ['tools/verify.mjs', ...options], { env: environment });
});
