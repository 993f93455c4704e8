export { createGateway } from './gateway.ts';
export type {
  Connection,
  Gateway,
  GatewayOptions,
  GatewayRequest,
  GatewayResponse,
  Session,
  SessionInstruction,
  SessionPort,
  StreamHub,
  StreamKind,
} from './ports.ts';
