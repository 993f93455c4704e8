export { FAILURES, failureResponse, refusalMessage, type Failure } from './answers.ts';
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
  Content,
  Credentials,
  Gateway,
  GatewayOptions,
  GatewayRequest,
  GatewayResponse,
  Labels,
  LoginRefused,
  PreferenceValue,
  RegistrationRefused,
  Session,
  SessionInstruction,
  SessionPort,
  StreamHub,
  StreamKind,
  UserAccount,
  UserPort,
} from './ports.ts';
export type { Route } from './routes/route.ts';
export type { ClientMetric, ClientTrace, TelemetryPort } from './telemetry.ts';
export { streamDocs, type StreamDocs, type StreamTopicDoc } from './docs/stream-docs.ts';
export { singleUser } from './single-user.ts';
export { METHODS_OF_PATH, ROUTES } from './routes/table.ts';
