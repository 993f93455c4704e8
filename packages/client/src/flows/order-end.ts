import { isTerminal, type OrderId, type OrderStatus } from '@tapedeck/domain';
import { orderPage } from '@tapedeck/protocol';
import type { Http } from '../connection/http.ts';
import type { ClientPorts } from '../ports/ports.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import type { Readable } from '../store/readable.ts';
import { LOOKUP_INTERVAL_MS } from './order-lookup.ts';

/** Maximum wait for the end of an immediate order: later, the market has moved on. */
export const ORDER_END_WAIT_MS = 15_000;

/**
 * How the order ended; `undefined` if unknown in time. The private stream reports it at once. A late report may have
 * been lost with its connection, and a new connection begins with the open orders only, so the history is queried.
 */
export async function orderEnd(
  http: Http,
  ports: Pick<ClientPorts, 'setTimer' | 'now'>,
  mirror: Readable<AccountMirror | undefined>,
  { symbol, orderId }: { readonly symbol: string; readonly orderId: OrderId },
): Promise<OrderStatus | undefined> {
  const ended = (status: OrderStatus | undefined): OrderStatus | undefined =>
    status !== undefined && isTerminal(status) ? status : undefined;
  const streamed = (): OrderStatus | undefined => ended(mirror.get()?.ended.get(orderId)?.status);
  const asked = async (): Promise<OrderStatus | undefined> => {
    const answer = await http.get('/contract/v5/order/history', { symbol, limit: 50 }, orderPage, 'quiet');
    return answer.ok ? ended(answer.value.list.find((item) => item.orderId === String(orderId))?.orderStatus) : undefined;
  };
  const deadline = ports.now() + ORDER_END_WAIT_MS;
  let status = streamed();
  while (status === undefined && ports.now() < deadline) {
    await streamOrTime(ports, mirror, () => streamed() !== undefined);
    status = streamed() ?? (await asked()) ?? streamed();
  }
  return status;
}

/** Resolves when the stream reports the awaited state, at the latest after the interval between two queries. */
function streamOrTime(ports: Pick<ClientPorts, 'setTimer'>, mirror: Readable<unknown>, isTold: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      stop();
      cancelTimer();
      resolve();
    };
    const stop = mirror.subscribe(() => {
      if (isTold()) finish();
    });
    const cancelTimer = ports.setTimer(finish, LOOKUP_INTERVAL_MS);
  });
}
