import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { askControl } from '../../apps/server/src/operator/control-socket.ts';

/** Data folders of the servers that this process started, by their addresses. */
const folders = new Map<string, string>();

export function rememberFolder(origin: string, data: string): void {
  folders.set(origin, data);
}

/** An address that logs the owner in once, at a server that runs on a data folder. */
export async function entryAddress(data: string): Promise<string> {
  const answer = await askControl(servedFolder(data), { command: 'login', by: 'e2e', arguments: {} });
  if (answer?.ok !== true) throw new Error(`The server gave no address to log in by: ${JSON.stringify(answer)}`);
  return (answer.result as { readonly address: string }).address;
}

/** Each recording has a folder of its own. */
function servedFolder(data: string): string {
  const replays = path.join(data, 'replays');
  const recordings = existsSync(replays) ? readdirSync(replays).map((name) => path.join(replays, name)) : [];
  return [data, ...recordings].find((folder) => existsSync(path.join(folder, 'control.json'))) ?? data;
}

/** The Cookie header of a new session of the owner. */
export async function ownerCookie(origin: string, data = folders.get(origin)): Promise<string> {
  if (data === undefined) throw new Error(`No server was started at ${origin}.`);
  const answer = await fetch(await entryAddress(data), { redirect: 'manual' });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Logs the owner in, in a browser that has no page yet. */
export async function logIn(context: BrowserContext, origin: string, data?: string): Promise<void> {
  const cookie = await ownerCookie(origin, data);
  const at = cookie.indexOf('=');
  await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: origin, httpOnly: true, sameSite: 'Strict' }]);
}
