import type { Services } from '../routes/route.ts';
import type { Caller } from './ports.ts';

/** Counts the commands that a call sends for the budget of its user, which has counted one. */
export function countCommands(path: string, commands: number, { callBudgets }: Services, { session }: Caller): void {
  callBudgets?.count(path, session, commands - 1);
}
