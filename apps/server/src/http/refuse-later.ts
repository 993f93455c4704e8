import type { FastifyReply, FastifyRequest } from 'fastify';
import { laterResponse, type ComeBackLater } from '@tapedeck/gateway';
import { failureText, retryAfter } from './errors.ts';
import { pathOf } from './http-app.ts';

/** Headers that describe the body of an answer. */
const BODY_HEADERS = ['content-encoding', 'content-length', 'content-disposition', 'etag'];

/** Turns an answer into 429 in the form of its path; returns the body. */
export function refuseLater(request: FastifyRequest, reply: FastifyReply, later: ComeBackLater, now: number): string {
  const answer = laterResponse('tooManyRequests', later, now);
  const { type, text } = failureText(pathOf(request), answer);
  for (const name of BODY_HEADERS) void reply.removeHeader(name);
  void reply.code(answer.status).type(type).header('cache-control', 'no-store').header('retry-after', retryAfter(later));
  return text;
}
