import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The history as it was when its journal began, in the folder of the journal: this version cannot compute it. */
export const OPENING_HISTORY = 'history';

/** The database that a new history of this journal begins with; undefined for an empty one. */
export function openingHistory(journal: string): URL | undefined {
  const folder = join(journal, OPENING_HISTORY);
  return existsSync(folder) ? pathToFileURL(folder) : undefined;
}
