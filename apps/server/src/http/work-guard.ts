import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, costOf, V5_SIGNED_PATHS, type CostClass, type Gateway } from '@tapedeck/gateway';
import type { ClientAddresses } from './client-address.ts';
import { isRead } from './compression.ts';
import { ENTRY_PATH } from './entry-route.ts';
import { pathOf } from './http-app.ts';
import { OPERATION_ROUTES } from './operation-routes.ts';
import { refuseLater } from './refuse-later.ts';
import type { CookieJar } from './session-cookies.ts';

const KEY_HEADER = 'x-bapi-api-key';
const TRANSPORT_COSTS: ReadonlyMap<string, CostClass> = new Map([
  ...OPERATION_ROUTES.map(({ path, cost }) => [path, cost] as const),
  [ENTRY_PATH, 'secret'],
]);

/** All other paths are files, pages of the terminal and mistakes. */
const costOfCall = (method: string, path: string): CostClass => costOf(method, path) ?? TRANSPORT_COSTS.get(path) ?? 'file';

export interface WorkGuardOptions {
  readonly gateway: Pick<Gateway, 'workBudgets' | 'knowsKey'>;
  readonly cookies: CookieJar;
  readonly addresses: ClientAddresses;
  readonly now: () => number;
}

/** Refuses calls beyond the budget of their caller before their body is read. */
export function guardWork(app: FastifyInstance, { gateway, cookies, addresses, now }: WorkGuardOptions): void {
  const { workBudgets } = gateway;
  if (workBudgets === undefined) return;
  const keyOf = (request: FastifyRequest, path: string): string | undefined => {
    const key = request.headers[KEY_HEADER];
    return V5_SIGNED_PATHS.has(path) && typeof key === 'string' && gateway.knowsKey(key) ? key : undefined;
  };
  const ends = new WeakMap<FastifyRequest, () => void>();
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    const key = keyOf(request, path);
    if (key !== undefined) {
      // The signature covers the body: the gateway takes the call from the budget of the user whom it proves, or of the client.
      const owed = workBudgets.owed(addresses.clientOf(request.raw), key);
      return owed === undefined ? undefined : reply.send(refuseLater(request, reply, owed, now()));
    }
    const cost = costOfCall(isRead(request) ? 'GET' : request.method, path);
    const caller = callerOf(cookies.read(request.raw)?.user, addresses.clientOf(request.raw));
    const begun = workBudgets.begin(cost, caller);
    if (begun === undefined) return undefined;
    if ('retryAfterMs' in begun) return reply.send(refuseLater(request, reply, begun, now()));
    ends.set(request, begun.end);
    return undefined;
  });
  // The answer is made, also of a client that has gone away: its work is done all the same.
  app.addHook('onSend', (request, _reply, payload, done) => {
    ends.get(request)?.();
    ends.delete(request);
    done(null, payload);
  });
}
