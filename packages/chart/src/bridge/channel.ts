/** A window's side of the bridge. Passed in, so that both ends can be tried without a browser. */
export interface BridgePort {
  /** The window that receives. */
  readonly own: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** The only origin that may speak and be spoken to. */
  readonly origin: string;
  /** The window at the other end, once it exists. */
  readonly other: () => Pick<Window, 'postMessage'> | null;
}

export interface BridgeChannel<Outgoing> {
  send(message: Outgoing): void;
  close(): void;
}

/**
 * Joins two windows. A message counts only when it comes from the other window itself, from the own origin, and passes `read`;
 * anything else is dropped without an answer.
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
