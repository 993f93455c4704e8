import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { ServerProcess, bundleServer } from './server-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface ServerRun {
  /** Name of the data folder below the test's folder; two runs of the same name share their data. */
  readonly name?: string | undefined;
  readonly extra?: readonly string[] | undefined;
  readonly environment?: NodeJS.ProcessEnv | undefined;
}

export interface ServerRuns {
  /** The file that a process runs. */
  main(): string;
  /** A path in the folder of the test that runs. */
  pathOf(name: string): string;
  /** A server that has not been started. */
  create(run?: ServerRun): ServerProcess;
  start(run?: ServerRun): Promise<ServerProcess>;
}

/** Servers of the tests of a file, each in a process of its own: no process outlives its test, and no folder. */
export function serverRuns(): ServerRuns {
  let main = '';
  let folder: ReturnType<typeof temporaryFolder> | undefined;
  const running: ServerProcess[] = [];
  beforeAll(async () => {
    main = await bundleServer();
  });
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')));
    folder?.remove();
  });
  const pathOf = (name: string): string => join(folder?.path ?? '', name);
  const create = ({ name = 'data', extra = [], environment = {} }: ServerRun = {}): ServerProcess => {
    const server = new ServerProcess(main, pathOf(name), extra, environment);
    running.push(server);
    return server;
  };
  return {
    main: () => main,
    pathOf,
    create,
    start: async (run) => {
      const server = create(run);
      await server.start();
      return server;
    },
  };
}
