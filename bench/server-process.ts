import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

export const MAIN = path.resolve('apps/server/dist/main.js');

export interface StartedProcess {
  readonly child: ChildProcess;
  /** Text of the first group of `ready`. */
  readonly said: string;
}

/** Starts a Node program and waits until its output matches. */
export async function startProcess(args: readonly string[], ready: RegExp): Promise<StartedProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString();
      const found = ready.exec(text);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(`it ended: ${text}`)));
  });
  return { child, said };
}

/** The flags of `npm start`: a larger young generation, so that requests are answered before their objects are promoted. */
const FLAGS = ['--max-semi-space-size=32'];
/** Orders come as fast as the server takes them. */
const NO_CALL_LIMIT = ['--calls-per-second', '100000'];

/** The built server on a folder; resolves with its port. */
export async function startServer(
  data: string,
  more: readonly string[] = [],
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const { child, said } = await startProcess(
    [...FLAGS, MAIN, '--port', '0', '--data', data, ...NO_CALL_LIMIT, ...more],
    /Tapedeck is on http:\/\/127\.0\.0\.1:(\d+)/,
  );
  return { child, port: Number(said) };
}
