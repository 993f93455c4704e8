export { FAILURES, failureResponse, laterResponse, refusalMessage, type LastingFailure } from './answers.ts';
export { COSTS, type CostClass } from './costs.ts';
export { callerOf, workLimits, WorkBudgets, unitsOfOrders } from './work-budgets.ts';
export { budgetHeaders, type BudgetState } from './call-budgets.ts';
export { openApiDocument, type OpenApiDocument, type OpenApiOperation, type TransportRoute } from './docs/open-api.ts';
export { createGateway } from './gateway.ts';
export type {
  ApiKey,
  ApiKeyService,
  ApiKeyNotMade,
  ApiKeyTerms,
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
  ProgramChannel,
  ProgramStreams,
  RegistrationRefused,
  Session,
  SessionPort,
  Stepped,
  StreamHub,
  StreamKind,
  UserAccount,
  UserPort,
} from './ports.ts';
export { NotStored } from './ports.ts';
export { weaknessOf } from './password-strength.ts';
export { streamDocs, type StreamDocs } from './docs/stream-docs.ts';
export type { ApiKeyPort, Caller, KeyRefused, SignedText } from './v5/ports.ts';
export { METHODS_OF_PATH, ROUTES, inFormOf } from './routes/table.ts';
export { V5_ROUTES } from './v5/table.ts';
export { V5_PATHS, V5_SIGNED_PATHS } from './v5/handle.ts';
export { costOf } from './route-costs.ts';
export type { V5Response } from './v5/ports.ts';
