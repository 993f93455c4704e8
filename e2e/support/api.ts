import { envelope, parseWire } from '@tapedeck/protocol';
import type { BrowserContext } from 'playwright-core';

export interface Api {
  /** Result of a successful GET; throws otherwise. */
  get(path: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
}

/** The web API with the session of the context's browser. */
export function apiOf(context: BrowserContext, origin: string): Api {
  const unwrap = async (path: string, answer: { json(): Promise<unknown> }): Promise<unknown> => {
    const read = parseWire(envelope, await answer.json());
    if (read.ret_code !== 0) throw new Error(`${path} answered ${read.ret_code}: ${read.ret_msg}`);
    return read.result;
  };
  return {
    get: async (path) => unwrap(path, await context.request.get(`${origin}${path}`)),
    post: async (path, body) => unwrap(path, await context.request.post(`${origin}${path}`, { data: body, headers: { origin } })),
  };
}
