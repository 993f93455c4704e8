import { refusal, type OrderId, type Outcome, type Repeatable } from '@tapedeck/domain';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** Requests remembered per account; the oldest are dropped first. */
export const REQUESTS_KEPT = 1_000;

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Fields that may differ between two sendings of one request: their time, their id, and values that the server generated. */
const NOT_SAID: ReadonlySet<string> = new Set(['time', 'requestId']);

interface Done {
  readonly print: number;
  /** 0 for none. */
  readonly orderId: OrderId;
  readonly orderIds: readonly OrderId[] | undefined;
}

function sayAll(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${typeof value}:${String(value)};`;
  if (Array.isArray(value)) return `[${value.map(sayAll).join('')}]`;
  const fields = Object.entries(value)
    .filter(([name, field]) => field !== undefined && !NOT_SAID.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${name}=${sayAll(field)}`).join('')}}`;
}

/** A number derived from a request; nearly every other request has another one. */
function fingerprint(command: Repeatable & { readonly type: string }): number {
  // Each sending of a request generates a new webhook secret, so the fingerprint excludes it.
  const { type } = command;
  const said = type === 'CreateStrategy' && 'plan' in command ? { ...command, plan: { ...(command.plan as object), secret: '' } } : command;
  let print = FNV_BASIS;
  for (const letter of sayAll(said)) print = Math.imul(print ^ (letter.codePointAt(0) ?? 0), FNV_PRIME);
  return print >>> 0;
}

/** Requests of an account under its own ids, with their outcomes. Only executed requests are remembered: a refused one may be repeated. */
export class Requests {
  readonly #done = new Map<string, Done>();

  /** The outcome of an executed request, a refusal if another request has its id; `undefined` for a new one. */
  outcomeOf(command: Repeatable & { readonly type: string }): Outcome | undefined {
    const done = this.#done.get(command.requestId ?? '');
    if (done === undefined) return undefined;
    if (done.print !== fingerprint(command)) return { refusal: refusal('duplicateRequest') };
    return { ...(done.orderId !== 0 && { orderId: done.orderId }), ...(done.orderIds !== undefined && { orderIds: done.orderIds }) };
  }

  remember(command: Repeatable & { readonly type: string }, outcome: Outcome): void {
    const { requestId = '' } = command;
    if (requestId === '' || outcome.refusal !== undefined) return;
    this.#done.set(requestId, { print: fingerprint(command), orderId: outcome.orderId ?? 0, orderIds: outcome.orderIds });
    if (this.#done.size <= REQUESTS_KEPT) return;
    for (const oldest of this.#done.keys()) {
      this.#done.delete(oldest);
      return;
    }
  }

  write(writer: StateWriter): void {
    writer.number(this.#done.size);
    for (const [requestId, { print, orderId, orderIds }] of this.#done) {
      writer.text(requestId);
      writer.number(print);
      writer.number(orderId);
      writer.number(orderIds?.length ?? -1);
      for (const id of orderIds ?? []) writer.number(id);
    }
  }

  read(reader: StateReader): void {
    for (let left = reader.number(); left > 0; left -= 1) {
      const [requestId, print, orderId, count] = [reader.text(), reader.number(), reader.number(), reader.number()];
      const orderIds = count < 0 ? undefined : Array.from({ length: count }, () => reader.number());
      this.#done.set(requestId, { print, orderId, orderIds });
    }
  }
}
