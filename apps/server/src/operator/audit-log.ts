import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface AuditEntry {
  readonly at: string;
  /** The operating system's user who made the request. */
  readonly by: string;
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly outcome: string;
}

const fileOf = (folder: string): string => join(folder, 'audit.log');

/** One JSON line per operator command, on the disk before the answer; secrets are never among the arguments. */
export function appendAudit(folder: string, entry: AuditEntry): void {
  const file = openSync(fileOf(folder), 'a', 0o600);
  try {
    writeSync(file, `${JSON.stringify(entry)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The last entries, oldest first. */
export function readAudit(folder: string, last: number): readonly unknown[] {
  if (!existsSync(fileOf(folder))) return [];
  const lines = readFileSync(fileOf(folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.slice(-last).map(readLine);
}

/** An entry as written; a line truncated by a crash as its text. */
function readLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
