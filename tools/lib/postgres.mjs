// Finds the programs of PostgreSQL for the tests of the history, or installs them.
import { existsSync, readdirSync } from 'node:fs';
import { hasPackages, installPackages, onPath } from './packages.mjs';
import { SetupFailure } from './setup.mjs';

const DEBIAN = '/usr/lib/postgresql';

const isPresent = () =>
  onPath('initdb') !== undefined ||
  (existsSync(DEBIAN) && readdirSync(DEBIAN).some((version) => existsSync(`${DEBIAN}/${version}/bin/initdb`)));

/** Installs PostgreSQL when the machine has none; a machine where that is not possible is refused with words. */
export async function ensurePostgres() {
  if (isPresent()) return;
  if (hasPackages()) {
    console.log('Installing PostgreSQL for the tests of the history (apt-get) ...');
    await installPackages(['postgresql']);
  }
  if (!isPresent()) throw new SetupFailure('No PostgreSQL for the tests of the history: install it, with initdb on the PATH.');
}
