import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRecording } from '../apps/server/src/testing/made-recording.ts';
import { ownerCookie } from '../e2e/support/login.ts';
import { finish, report, reportAtMost } from './measure.ts';
import { MAIN, startServer } from './server-process.ts';

/**
 * Stepped time: a program that acts on each minute, one call after the other. The journal syncs each order, so the disk counts; `TMPDIR`
 * names another.
 */
const MINUTES = Number(process.env['TAPEDECK_BENCH_MINUTES'] ?? 6_000);
/** A month is long: its first minutes, in which the compiler works, hardly count. */
const WARM_MINUTES = 4_000;
const SIMULATED_MINUTES = 40;
const MONTH_MINUTES = 43_200;
const GOAL_S = 60;
const MINUTE_MS = 60_000;
/** Unit of the times in /proc. */
const TICK_MS = 10;
const SYMBOL = 'BTCUSDT';
/** A replay begins a tenth in. */
const PAST = 1.2;

interface Envelope {
  readonly ret_code: number;
  readonly ret_msg: string;
  readonly result: unknown;
}
interface Stepped {
  readonly rows: readonly (readonly string[])[];
}

/** Calls over one connection that stays open. */
class Program {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #cookie: string;

  constructor(port: number, cookie: string) {
    this.#port = port;
    this.#cookie = cookie;
  }

  post(path: string, body: object): Promise<unknown> {
    const text = JSON.stringify(body);
    const headers = { cookie: this.#cookie, 'content-type': 'application/json', 'content-length': String(text.length) };
    return new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port: this.#port, method: 'POST', path, headers, agent: this.#agent }, (answer) => {
        let got = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (got += part));
        answer.on('end', () => {
          const { ret_code, ret_msg, result } = JSON.parse(got) as Envelope;
          if (ret_code === 0) resolve(result);
          else reject(new Error(`${path}: ${ret_code} ${ret_msg}`));
        });
      });
      call.once('error', reject);
      call.end(text);
    });
  }

  /** Lets a minute pass and trades on its prices; returns the last price. */
  async act(before: number, id: string): Promise<number> {
    const { rows } = (await this.post('/contract/v5/market/step', { milliseconds: MINUTE_MS, symbol: SYMBOL })) as Stepped;
    const last = Number(rows.at(-1)?.[4]);
    const side = last < before ? 'Sell' : 'Buy';
    await this.post('/contract/v5/order/create', { symbol: SYMBOL, side, orderType: 'Market', qty: '0.001', orderLinkId: id });
    return last;
  }

  end(): void {
    this.#agent.destroy();
  }
}

/** Processor time of all threads of a process so far, ms; NaN where the system does not tell. */
function processorTimeOf(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const [user, system] = readFileSync(file, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  return (Number(user) + Number(system)) * TICK_MS;
}

interface Taken {
  /** A minute, ms. */
  readonly passed: number;
  readonly processor: number;
}

async function measure(data: string, more: readonly string[], [warm, minutes]: readonly [number, number]): Promise<Taken> {
  const { child, port } = await startServer(data, ['--clock', 'steps', ...more]);
  const origin = `http://127.0.0.1:${port}`;
  const cookie = await ownerCookie(origin, data);
  const program = new Program(port, cookie);
  try {
    // A new folder's history makes its database first, which takes both cores for a while.
    await (await fetch(`${origin}/contract/v5/order/history`, { headers: { cookie } })).text();
    let last = 0;
    for (let minute = 0; minute < warm; minute += 1) last = await program.act(last, `w-${minute}`);
    const [began, worked] = [performance.now(), processorTimeOf(child.pid)];
    for (let minute = 0; minute < minutes; minute += 1) last = await program.act(last, `m-${minute}`);
    return { passed: (performance.now() - began) / minutes, processor: (processorTimeOf(child.pid) - worked) / minutes };
  } finally {
    program.end();
    child.kill('SIGKILL');
  }
}

const secondsOf = (perMinute: number): number => (perMinute * MONTH_MINUTES) / 1_000;

if (!existsSync(MAIN)) console.log('stepped time: not measured: build the server first (npm run build)');
else {
  const folder = mkdtempSync(path.join(tmpdir(), 'tapedeck-bench-'));
  try {
    const file = path.join(folder, `${SYMBOL}_1m.csv.gz`);
    makeRecording(file, Math.ceil((WARM_MINUTES + MINUTES) * PAST));
    const recorded = await measure(path.join(folder, 'recorded'), ['--replay', file], [WARM_MINUTES, MINUTES]);
    const simulated = await measure(path.join(folder, 'simulated'), [], [SIMULATED_MINUTES / 4, SIMULATED_MINUTES]);
    console.log(
      `stepped time: a recorded minute takes ${recorded.passed.toFixed(2)} ms, ${recorded.processor.toFixed(2)} ms of processor time`,
    );
    console.log(
      `stepped time: a simulated minute takes ${simulated.passed.toFixed(0)} ms, ${simulated.processor.toFixed(0)} ms of processor time`,
    );
    reportAtMost('a month of recorded minutes with a bot acting on each', secondsOf(recorded.passed), GOAL_S, ' s');
    report('a month of the simulated market likewise', secondsOf(simulated.passed) / 60, 0, ' min');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
finish();
