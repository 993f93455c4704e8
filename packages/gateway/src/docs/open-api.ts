import { jsonSchemaOf, type JsonSchema } from '@tapedeck/protocol';
import { FAILURES, type Failure } from '../answers.ts';
import type { CostClass } from '../costs.ts';
import type { Complaint, Route } from '../routes/route.ts';
import { ROUTES } from '../routes/table.ts';

/** A route of the transport itself, in addition to the gateway's. */
export interface TransportRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly cost: CostClass;
  readonly summary: string;
  readonly contentType: string;
  /** Further answers, by status. */
  readonly otherwise?: Readonly<Record<number, string>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<string, string>>;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, object>>;
  /** Effect of a call: none, on the session, or on the account. */
  readonly 'x-effect'?: Route['effect'];
}

const JSON_TYPE = 'application/json';
const PLACES_OF_PARTS = ['contract', 'user', 'public', 'private', 'v5', 'v3', 'fapi', 'api', 'v1'];

/** OpenAPI 3.1 document of every HTTP route, generated from the schemas that validate requests. */
export function openApiDocument(
  version: string,
  transportRoutes: readonly TransportRoute[] = [],
  routes: readonly Route[] = ROUTES,
): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const put = (method: string, path: string, operation: OpenApiOperation): void => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const route of routes) put(route.method, route.path, operationOf(route));
  for (const route of transportRoutes) put(route.method, route.path, transportOperation(route));
  const tags = [...new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags: own }) => own)))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tapedeck web API',
      version,
      description:
        'Every answer except files and chart data (UDF) is an envelope: ret_code 0 is success, any other value a code of the catalogue. Prices, quantities and amounts are decimal text.',
    },
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'tapedeck-session-{port}',
          description: 'The session cookie that a log-in sets; its name contains the port.',
        },
      },
      responses: Object.fromEntries(Object.keys(FAILURES).map((failure) => [failure, failureResponseOf(failure as Failure)])),
    },
  };
}

function operationOf(route: Route): OpenApiOperation {
  const input = jsonSchemaOf(route.request);
  return {
    operationId: `${route.method} ${route.path}`.replace(/[^A-Za-z0-9]+/g, '_'),
    summary: route.summary,
    tags: [tagOf(route.path)],
    security: route.access === 'user' ? [{ session: [] }] : [],
    'x-effect': route.effect,
    ...(route.method === 'GET'
      ? { parameters: parametersOf(input) }
      : { requestBody: { required: false, content: { [JSON_TYPE]: { schema: input } } } }),
    responses: {
      200: {
        description: 'Carried out, or refused by the exchange: see ret_code.',
        content:
          route.contentType === undefined
            ? { [JSON_TYPE]: { schema: envelopeOf(jsonSchemaOf(route.result)) } }
            : { [route.contentType]: { schema: schemaOf(route) } },
      },
      ...failureReferences(route),
    },
  };
}

/** The shape of an answer without an envelope; it includes the answer for an unknown symbol. */
const schemaOf = ({ result, complaint }: Route): JsonSchema =>
  complaint === undefined ? jsonSchemaOf(result) : { anyOf: [jsonSchemaOf(result), jsonSchemaOf(complaint.schema)] };

const complaintResponse = (failures: readonly Failure[], { schema }: Complaint): object => ({
  description: failures.map((one) => FAILURES[one].message).join(' Or: '),
  ...headersOf(failures[0]),
  content: { [JSON_TYPE]: { schema: jsonSchemaOf(schema) } },
});

function parametersOf(input: JsonSchema): OpenApiParameter[] {
  const required = new Set((input['required'] ?? []) as readonly string[]);
  const properties = (input['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.has(name), schema }));
}

function transportOperation({ method, path, summary, contentType, otherwise = {} }: TransportRoute): OpenApiOperation {
  return {
    operationId: `${method} ${path}`.replace(/[^A-Za-z0-9]+/g, '_'),
    summary,
    tags: ['operation'],
    security: [],
    responses: {
      200: { description: summary, content: { [contentType]: {} } },
      ...Object.fromEntries(Object.entries(otherwise).map(([status, description]) => [status, { description }])),
    },
  };
}

const envelopeOf = (result: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['ret_code', 'ret_msg', 'result', 'time_now'],
  properties: {
    ret_code: { type: 'integer' },
    ret_msg: { type: 'string' },
    // A refusal has an empty result.
    result: { anyOf: [result, { type: 'object' }] },
    time_now: { type: 'integer', description: 'Milliseconds since 1970-01-01 UTC.' },
  },
});

function exampleOf(failure: Failure): object {
  const { code, message } = FAILURES[failure];
  return { ret_code: code, ret_msg: message, result: {}, time_now: 1_700_000_000_000 };
}

function failureResponseOf(failure: Failure): object {
  return {
    description: FAILURES[failure].message,
    ...headersOf(failure),
    content: {
      [JSON_TYPE]: {
        schema: envelopeOf({ type: 'object' }),
        example: exampleOf(failure),
      },
    },
  };
}

const RETRY_AFTER = {
  required: true,
  description: 'Whole seconds until the same call is accepted again.',
  schema: { type: 'integer', minimum: 1 },
} as const;

/** Headers depend on the status: failures of one status share them. */
const headersOf = (failure: Failure | undefined): object =>
  failure !== undefined && FAILURES[failure].status === FAILURES.tooManyRequests.status ? { headers: { 'Retry-After': RETRY_AFTER } } : {};

/** All failures of a call before its exchange receives it. */
export function failuresOf(route: Route): readonly Failure[] {
  const failures: Failure[] = ['parameter', 'hostUnknown', 'tooSlow', 'tooManyRequests', 'serverError', ...route.fails];
  if (route.method === 'POST') failures.push('bodyNotJson', 'originRefused', 'bodyTooLarge', 'notJson', 'bodyEncoded');
  if (route.access === 'user') failures.push('notLoggedIn');
  if (route.effect === 'trade') failures.push('banned');
  if (route.closedOnTrial === true) failures.push('onTrial');
  return failures;
}

/** The failures of a route by status: a reference to one, or several as examples of one answer. */
function failureReferences(route: Route): Readonly<Record<string, object>> {
  const byStatus = new Map<number, Failure[]>();
  for (const failure of failuresOf(route)) {
    const { status } = FAILURES[failure];
    byStatus.set(status, [...(byStatus.get(status) ?? []), failure]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, failures]) => {
      // A request that never arrived has no known path.
      const complaint = status === FAILURES.tooSlow.status ? undefined : route.complaint;
      return [status, complaint === undefined ? answerOf(failures) : complaintResponse(failures, complaint)];
    }),
  );
}

function answerOf(failures: readonly Failure[]): object {
  const [failure] = failures;
  if (failures.length === 1) return { $ref: `#/components/responses/${failure}` };
  const examples = failures.map((one) => [one, { value: exampleOf(one) }] as const);
  return {
    description: failures.map((one) => FAILURES[one].message).join(' Or: '),
    ...headersOf(failure),
    content: { [JSON_TYPE]: { schema: envelopeOf({ type: 'object' }), examples: Object.fromEntries(examples) } },
  };
}

/** `/contract/v5/order/create` is about `order`. */
function tagOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && !PLACES_OF_PARTS.includes(part));
  return parts.length > 1 || path.startsWith('/position') ? (parts[0] ?? 'session') : 'session';
}
