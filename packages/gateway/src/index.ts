export { FAILURES, failureResponse, laterResponse, refusalMessage, type LastingFailure } from './answers.ts';
export { openApiDocument, type OpenApiDocument, type OpenApiOperation, type TransportRoute } from './docs/open-api.ts';
export { createGateway } from './gateway.ts';
export type {
  ComeBackLater,
  Connection,
  Content,
  Credentials,
  Gateway,
  GatewayRequest,
  GatewayResponse,
  Labels,
  LoginRefused,
  PreferenceValue,
  RegistrationRefused,
  Session,
  SessionPort,
  StreamHub,
  StreamKind,
  UserAccount,
  UserPort,
} from './ports.ts';
export { weaknessOf } from './password-strength.ts';
export { streamDocs, type StreamDocs } from './docs/stream-docs.ts';
export { METHODS_OF_PATH, ROUTES, inFormOf } from './routes/table.ts';
