export { FAILURES, failureResponse, type Failure } from './answers.ts';
export {
  openApiDocument,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type TransportRoute,
} from './docs/open-api.ts';
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
export type { Route } from './routes/route.ts';
export { ROUTES } from './routes/table.ts';
