import ccxt, { type MarketInterface } from 'ccxt';
import { RestClientV5 } from 'bybit-api';
import { ServerProcess, bundleServer } from './server-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Ccxt = InstanceType<typeof ccxt.pro.bybit>;

interface Key {
  readonly apiKey: string;
  readonly secret: string;
}

const ORDER_PACE_MS = 45;

/** A server, a key of its owner, and the programs of others that are pointed at it. */
export class ProgramDesk {
  readonly server: ServerProcess;
  readonly key: Key;
  readonly #removeFolder: () => void;

  private constructor(server: ServerProcess, key: Key, removeFolder: () => void) {
    this.server = server;
    this.key = key;
    this.#removeFolder = removeFolder;
  }

  static async open(extra: readonly string[] = ['--seed', '1']): Promise<ProgramDesk> {
    const { path, remove } = temporaryFolder();
    const server = new ServerProcess(await bundleServer(), path, extra);
    await server.start();
    return new ProgramDesk(server, await makeKey(server, 'trade'), remove);
  }

  async close(): Promise<void> {
    await this.server.end('SIGTERM');
    this.#removeFolder();
  }

  makeKey(scope: 'read' | 'trade'): Promise<Key> {
    return makeKey(this.server, scope);
  }

  get sockets(): string {
    return this.server.address.replace(/^http/, 'ws');
  }

  /** ccxt with nothing changed but the addresses. */
  async ccxt({ apiKey, secret }: Key = this.key): Promise<Ccxt> {
    const { address } = this.server;
    const { sockets } = this;
    const client = new ccxt.pro.bybit({
      apiKey,
      secret,
      enableRateLimit: true,
      // An order costs 2.5 of them: fewer than ten orders a second, which is the limit of a key.
      rateLimit: ORDER_PACE_MS,
      urls: {
        api: {
          public: address,
          private: address,
          ws: {
            public: Object.fromEntries(['spot', 'linear', 'inverse', 'option'].map((name) => [name, `${sockets}/v5/public/${name}`])),
            private: {
              contract: `${sockets}/v5/private`,
              usdc: `${sockets}/v5/private`,
              spot: { unified: `${sockets}/v5/private`, nonUnified: `${sockets}/v5/private` },
              trade: `${sockets}/v5/trade`,
            },
          },
        },
      },
    });
    // Agent that plain addresses (ws://) need in Node.
    await client.loadHttpProxyAgent();
    return client;
  }

  rest({ apiKey, secret }: Key = this.key): RestClientV5 {
    return new RestClientV5({ key: apiKey, secret, baseUrl: this.server.address, parseAPIRateLimits: true });
  }
}

async function makeKey(server: ServerProcess, scope: 'read' | 'trade'): Promise<Key> {
  const request = { name: 'test', scope, kind: 'HMAC', addresses: [] };
  const { ret_msg, result } = await server.call('POST', '/user/private/api-keys/create', request);
  const { key, secret } = result as { readonly key?: { readonly apiKey: string }; readonly secret?: string };
  if (key === undefined || secret === undefined) throw new Error(`no key was made: ${ret_msg}`);
  return { apiKey: key.apiKey, secret };
}

/** All that it has loaded. */
export const marketsOf = ({ markets = {} }: Pick<Ccxt, 'markets'>): readonly MarketInterface[] =>
  Object.values(markets as Readonly<Record<string, MarketInterface>>);
