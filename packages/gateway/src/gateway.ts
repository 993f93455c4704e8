import type { Gateway, GatewayOptions } from './ports.ts';

/** Routes and streams around a venue; the transport is put around it. */
export function createGateway(_options: GatewayOptions): Gateway {
  throw new Error('The gateway is not built yet.');
}
