import { isTerminal, type OrderId, type OrderRecord } from '@tapedeck/domain';
import type { ClientPorts } from '../ports/ports.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import type { Readable } from '../store/readable.ts';

/** How long the private stream may take to tell the end of an order that executes at once. */
export const ORDER_END_WAIT_MS = 5_000;

/** The order once it has ended; `undefined` when the stream has not told so in time. */
export function orderEnd(
  ports: Pick<ClientPorts, 'setTimer'>,
  mirror: Readable<AccountMirror | undefined>,
  orderId: OrderId,
): Promise<OrderRecord | undefined> {
  const ended = (): OrderRecord | undefined => {
    const order = mirror.get()?.ended.get(orderId);
    return order !== undefined && isTerminal(order.status) ? order : undefined;
  };
  const now = ended();
  if (now !== undefined) return Promise.resolve(now);
  return new Promise((resolve) => {
    const finish = (order: OrderRecord | undefined): void => {
      stop();
      cancelTimer();
      resolve(order);
    };
    const stop = mirror.subscribe(() => {
      const order = ended();
      if (order !== undefined) finish(order);
    });
    const cancelTimer = ports.setTimer(() => finish(undefined), ORDER_END_WAIT_MS);
  });
}
