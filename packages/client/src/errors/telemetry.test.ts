import { clientLogRequest, clientMetricsRequest, readWire } from '@tapedeck/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHttp } from '../connection/http.ts';
import type { Failure } from '../store/loadable.ts';
import { answerOf, FakePorts } from '../testing/fake-ports.ts';
import { createTelemetry, impersonal, TRACE_PAUSE_MS, TRACE_WINDOW_MS, TRACES_PER_WINDOW, type Telemetry } from './telemetry.ts';

let ports: FakePorts;
let told: Failure[];
let telemetry: Telemetry;

beforeEach(() => {
  ports = new FakePorts();
  ports.route = () => answerOf({});
  told = [];
  const http = createHttp(ports, { origin: '', language: () => 'en', onFailure: (failure) => told.push(failure) });
  telemetry = createTelemetry(ports, http);
});

const sent = (path: string) =>
  ports.requests.filter(({ url }) => url.startsWith(`/contract/v5/telemetry/${path}`)).map(({ body }) => JSON.parse(body ?? '') as unknown);

describe('traces', () => {
  it('API-09 ERR-11 go to the logger together, in the shape that it takes', async () => {
    telemetry.trace(10011506);
    telemetry.rejection(new TypeError('x is not a function'));
    expect(sent('logger')).toEqual([]);
    await ports.advance(TRACE_PAUSE_MS);
    expect(sent('logger')).toEqual([
      {
        items: [
          { kind: 'trace', code: 10011506 },
          { kind: 'rejection', code: 0, message: 'TypeError: x is not a function' },
        ],
      },
    ]);
    expect(readWire(clientLogRequest, sent('logger')[0]).ok).toBe(true);
  });

  it('API-09 measurements go to the metrics', async () => {
    telemetry.measure('first_screen_ms', 812.4);
    await ports.advance(TRACE_PAUSE_MS);
    expect(sent('metrics')).toEqual([{ items: [{ name: 'first_screen_ms', value: 812 }] }]);
    expect(readWire(clientMetricsRequest, sent('metrics')[0]).ok).toBe(true);
  });

  it('API-09 the same trace is sent once a minute, and only so many in all', async () => {
    for (let round = 0; round < 3; round += 1) for (let code = 1; code <= 30; code += 1) telemetry.trace(code);
    await ports.advance(TRACE_PAUSE_MS);
    const items = () => sent('logger').flatMap((body) => (body as { items: unknown[] }).items);
    expect(items()).toHaveLength(TRACES_PER_WINDOW);
    await ports.advance(TRACE_WINDOW_MS);
    telemetry.trace(1);
    await ports.advance(TRACE_PAUSE_MS);
    expect(items()).toHaveLength(TRACES_PER_WINDOW + 1);
  });

  it('API-09 say nothing of a person, and their failure nothing to the trader', async () => {
    expect(impersonal(new Error('no order 4711 of ann@example.org at https://desk.example/trade?token=abc for 12,345.67 USDT'))).toBe(
      'Error: no order # of # at # for # USDT',
    );
    expect(impersonal({ secret: 'abc' })).toBe('object');
    expect(impersonal(new Error('a'.repeat(1_000)))).toHaveLength(200);
    ports.route = () => answerOf(undefined, 10006, 'Too many');
    telemetry.trace(1);
    await ports.advance(TRACE_PAUSE_MS);
    expect(sent('logger')).toHaveLength(1);
    expect(told).toEqual([]);
  });
});
