import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway, GatewayResponse, V5Response } from '@tapedeck/gateway';
import type { ClientAddresses } from './client-address.ts';
import { acceptedBy } from './compression.ts';
import { V5_PREFIX, v5Failure } from './errors.ts';
import { parseBody } from './json-guard.ts';
import { sendKept } from './kept-bytes.ts';

/** The raw text of each body: signatures cover it byte for byte. */
export class BodyTexts {
  readonly #texts = new WeakMap<FastifyRequest, string>();

  keep(request: FastifyRequest, text: string): void {
    this.#texts.set(request, text);
  }

  of(request: FastifyRequest): string {
    return this.#texts.get(request) ?? '';
  }
}

/** The users of signed requests. */
export class V5Callers {
  readonly #users = new WeakMap<FastifyRequest, number>();

  keep(request: FastifyRequest, user: number): void {
    this.#users.set(request, user);
  }

  /** `undefined` for a request without a valid signature. */
  userOf(request: FastifyRequest): number | undefined {
    return this.#users.get(request);
  }
}

interface V5RouteOptions {
  readonly gateway: Pick<Gateway, 'handleV5'>;
  readonly addresses: ClientAddresses;
  readonly texts: BodyTexts;
  readonly callers: V5Callers;
  readonly methodOf: (request: FastifyRequest) => string;
  readonly readQuery: (request: FastifyRequest) => Readonly<Record<string, string>> | undefined;
}

/** The public v5 API. Cookies are ignored: programs sign their requests. */
export function addV5Route(app: FastifyInstance, { gateway, addresses, texts, callers, methodOf, readQuery }: V5RouteOptions): void {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${V5_PREFIX}*`,
    handler: async (request, reply) => {
      const [path, query] = splitUrl(request.url);
      const answer = await gateway.handleV5({
        method: methodOf(request),
        path,
        query,
        parameters: readQuery(request),
        body: texts.of(request),
        value: request.body,
        headers: request.headers,
        client: addresses.clientOf(request.raw),
        address: addresses.addressOf(request.raw),
      });
      if (answer.user !== undefined) callers.keep(request, answer.user);
      if (answer.resultText !== undefined) return sendSharedV5(request, reply, answer, answer.resultText);
      return sendV5(reply, answer.status, JSON.stringify(answer.body), answer.headers);
    },
  });
}

function splitUrl(url: string): readonly [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

const encoded = new WeakMap<object, Buffer>();

/** Sends a result that other answers contain too: its bytes exist once, unless the client wants them compressed. */
function sendSharedV5(request: FastifyRequest, reply: FastifyReply, { status, body, headers }: V5Response, result: string): FastifyReply {
  const [before = '', after = ''] = JSON.stringify({ ...body, result: 0 }).split('"result":0', 2);
  const accepts = acceptedBy(request);
  if (accepts('br') || accepts('gzip')) return sendV5(reply, status, `${before}"result":${result}${after}`, headers);
  const key = body.result as object;
  const bytes = encoded.get(key) ?? Buffer.from(result);
  encoded.set(key, bytes);
  return sendKept(headed(reply, status, headers), [Buffer.from(`${before}"result":`), bytes, Buffer.from(after)]);
}

const headed = (reply: FastifyReply, status: number, headers: Readonly<Record<string, string>>): FastifyReply =>
  reply.code(status).headers(headers).header('cache-control', 'no-store').type('application/json');

/** Compact, because programs search its text for words. */
function sendV5(reply: FastifyReply, status: number, text: string, headers: Readonly<Record<string, string>> = {}): FastifyReply {
  return headed(reply, status, headers).send(text);
}

/** Sends a failure of the transport. */
export const sendV5Failure = (reply: FastifyReply, answer: GatewayResponse): FastifyReply =>
  sendV5(reply, answer.status, JSON.stringify(v5Failure(answer)));

/** Reads JSON bodies, and keeps their texts. */
export function readBodies(app: FastifyInstance, texts: BodyTexts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    texts.keep(request, String(body));
    try {
      done(null, parseBody(String(body)));
    } catch (error) {
      done(error as Error);
    }
  });
}
