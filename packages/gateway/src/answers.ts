import { REFUSALS } from '@tapedeck/domain';
import type { Refusal } from '@tapedeck/domain';
import type { ComeBackLater, Content, GatewayResponse, SessionInstruction } from './ports.ts';

/** Failures of a request before it reaches an exchange, in the transport or in the gateway. Codes of the public v5 API. */
export const FAILURES = {
  parameter: { status: 400, code: REFUSALS.parameter.code, message: REFUSALS.parameter.message },
  badRequest: { status: 400, code: REFUSALS.parameter.code, message: 'The request is malformed.' },
  bodyNotJson: { status: 400, code: REFUSALS.parameter.code, message: 'The body is not a JSON object.' },
  tooSlow: { status: 408, code: REFUSALS.parameter.code, message: 'The request took too long to arrive.' },
  bodyTooLarge: { status: 413, code: REFUSALS.parameter.code, message: 'The body is larger than 64 KiB.' },
  expectationUnknown: {
    status: 417,
    code: REFUSALS.parameter.code,
    message: 'The server meets no expectation but 100-continue: leave the header Expect out.',
  },
  headersTooLarge: { status: 431, code: REFUSALS.parameter.code, message: 'The headers are larger than 16 KiB.' },
  notJson: { status: 415, code: REFUSALS.parameter.code, message: 'Send application/json.' },
  bodyEncoded: { status: 415, code: REFUSALS.parameter.code, message: 'Send the body as it is, without a content encoding.' },
  streamVersion: { status: 400, code: REFUSALS.parameter.code, message: 'Ask for version 2 of the stream: add ?v=2.' },
  notLoggedIn: { status: 401, code: REFUSALS.notLoggedIn.code, message: REFUSALS.notLoggedIn.message },
  loginRefused: { status: 401, code: REFUSALS.notLoggedIn.code, message: 'The log-in was refused.' },
  registrationClosed: { status: 403, code: 10005, message: 'Registration is closed: ask the operator for a user.' },
  fundsTooEarly: { status: 429, code: 10006, message: 'This account got paper funds of this coin less than a day ago.' },
  hostUnknown: { status: 403, code: 10005, message: 'This server does not use this host name: add it with --allow-host.' },
  originRefused: { status: 403, code: 10005, message: 'Requests from other sites are refused.' },
  banned: { status: 403, code: REFUSALS.tradingBanned.code, message: REFUSALS.tradingBanned.message },
  notCopyTrading: { status: 403, code: 10005, message: 'This user has no copy trading.' },
  followerOpens: { status: 403, code: 39402, message: 'A follower cannot open orders.' },
  apiKeysFull: { status: 403, code: 10005, message: 'You have the maximum number of API keys: revoke one first.' },
  apiKeyUnknown: { status: 404, code: 10003, message: 'This API key does not exist.' },
  stepsNot: {
    status: 404,
    code: 10017,
    message: 'Market time follows the clock here: only a server started with --clock steps accepts steps.',
  },
  stepsForOthers: { status: 403, code: 10005, message: 'Only the owner of the server can advance market time.' },
  onTrial: { status: 403, code: 10005, message: 'This is closed to users on trial.' },
  routeUnknown: { status: 404, code: 10017, message: 'This route does not exist.' },
  methodUnknown: { status: 405, code: 10017, message: 'This route accepts another method: see the header Allow.' },
  tooManyRequests: { status: 429, code: 10006, message: 'Too many requests. Wait a moment.' },
  historyAway: { status: 503, code: 10016, message: 'The history is not available at the moment. Trading goes on.' },
  notStored: { status: 503, code: 10016, message: 'The server cannot store anything at the moment. Nothing has changed: try again soon.' },
  serverError: { status: 500, code: 10016, message: 'The server could not do this.' },
} as const;
export type Failure = keyof typeof FAILURES;
/** Temporary failures: each answer must state the time to wait. */
export type PassingFailure = { [Name in Failure]: (typeof FAILURES)[Name]['status'] extends 429 ? Name : never }[Failure];
export type LastingFailure = Exclude<Failure, PassingFailure>;

export interface ParameterReply {
  readonly kind: 'parameter';
  readonly field: string;
  readonly why?: string;
}

/** Answer of a route. */
export type Reply =
  | { readonly kind: 'done'; readonly result: object; readonly session?: SessionInstruction; readonly shared?: true }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | ParameterReply
  | { readonly kind: 'failed'; readonly failure: LastingFailure }
  | ({ readonly kind: 'later'; readonly failure: PassingFailure } & ComeBackLater)
  | { readonly kind: 'content'; readonly content: Content };

/** An answer without an envelope; with a name it is downloaded as a file. */
export const file = (content: Content): Reply => ({ kind: 'content', content });
/** JSON in a shape that third-party programs expect. */
export const plainJson = (value: unknown): Reply => file({ type: 'application/json; charset=utf-8', parts: JSON.stringify(value) });

export const done = (result: object, session?: SessionInstruction): Reply =>
  session === undefined ? { kind: 'done', result } : { kind: 'done', result, session };
/** A result that is the same object for all requests until it changes. */
export const doneShared = (result: object): Reply => ({ kind: 'done', result, shared: true });
export const refused = (refusal: Refusal): Reply => ({ kind: 'refused', refusal });
export const failed = (failure: LastingFailure): Reply => ({ kind: 'failed', failure });
export const later = (failure: PassingFailure, { retryAfterMs }: ComeBackLater): Reply => ({ kind: 'later', failure, retryAfterMs });
export const badParameter = (field: string, why?: string): ParameterReply =>
  why === undefined ? { kind: 'parameter', field } : { kind: 'parameter', field, why };

/** The answer to a request that failed before or outside its route; also used by the transport. */
export function failureResponse(failure: LastingFailure, now: number): GatewayResponse {
  return answer(FAILURES[failure], {}, now);
}

/** The same for a temporary failure. */
export function laterResponse(failure: PassingFailure, { retryAfterMs }: ComeBackLater, now: number): GatewayResponse {
  return { ...answer(FAILURES[failure], {}, now), retryAfterMs };
}

/** A reply in the envelope of the web API. */
export function responseOf(reply: Reply, now: number): GatewayResponse {
  switch (reply.kind) {
    case 'done': {
      const response = answer({ status: 200, code: 0, message: 'OK' }, reply.result, now);
      if (reply.shared === true) return { ...response, shared: true };
      return reply.session === undefined ? response : { ...response, session: reply.session };
    }
    case 'refused': {
      const { code } = REFUSALS[reply.refusal.reason];
      return answer({ status: 200, code, message: refusalMessage(reply.refusal) }, reply.refusal.details ?? {}, now);
    }
    case 'parameter':
      return answer({ ...FAILURES.parameter, message: parameterMessage(reply.field, reply.why) }, {}, now);
    case 'failed':
      return failureResponse(reply.failure, now);
    case 'later':
      return laterResponse(reply.failure, reply, now);
    case 'content':
      return { ...answer({ status: 200, code: 0, message: 'OK' }, {}, now), content: reply.content };
  }
}

interface Outcome {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

function answer({ status, code, message }: Outcome, result: object, now: number): GatewayResponse {
  return { status, body: { ret_code: code, ret_msg: message, result, time_now: now } };
}

export const parameterMessage = (field: string, why = 'is missing or not valid'): string => `The parameter ${field} ${why}.`;

/** Names of the exchange that differ on the wire. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  activePrice: 'activationPrice',
  basisPoints: 'percent',
  duration: 'seconds',
  name: 'nickName',
  triggerMmRate: 'triggerMmRateE2',
};

/** The refusal's message, then its values: `… Values: price 100.05, tick size 0.1.` */
export function refusalMessage(refusal: Refusal): string {
  const { message } = REFUSALS[refusal.reason];
  const field = refusal.reason === 'parameter' ? refusal.details?.['field'] : undefined;
  if (field !== undefined) return parameterMessage(WIRE_NAMES[field] ?? field, 'is not valid');
  const values = Object.entries(refusal.details ?? {}).map(([name, value]) => `${words(name)} ${value}`);
  return values.length === 0 ? message : `${message} Values: ${values.join(', ')}.`;
}

const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
