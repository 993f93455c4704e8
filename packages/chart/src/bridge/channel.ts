/** A window's side of the bridge. Passed in, so that both ends can be tested without a browser. */
export interface BridgePort {
  /** The receiving window. */
  readonly own: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** The only origin of accepted and sent messages. */
  readonly origin: string;
  /** The window at the other end, once it exists. */
  readonly other: () => Pick<Window, 'postMessage'> | null;
}

export interface BridgeChannel<Outgoing> {
  send(message: Outgoing): void;
  close(): void;
}

/**
 * Connects two windows. A message counts only if it comes from the other window itself, from the own origin, and passes
 * `read`; all others are dropped without an answer.
 */
export function openChannel<Incoming, Outgoing>(
  port: BridgePort,
  codec: { readonly read: (data: unknown) => Incoming | undefined; readonly enclose: (message: Outgoing) => unknown },
  onMessage: (message: Incoming) => void,
): BridgeChannel<Outgoing> {
  const receive = (event: MessageEvent<unknown>): void => {
    const other = port.other();
    if (other === null || event.source !== other || event.origin !== port.origin) return;
    const message = codec.read(event.data);
    if (message !== undefined) onMessage(message);
  };
  port.own.addEventListener('message', receive);
  return {
    send: (message) => port.other()?.postMessage(codec.enclose(message), port.origin),
    close: () => port.own.removeEventListener('message', receive),
  };
}
