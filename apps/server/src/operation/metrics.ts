import { monitorEventLoopDelay } from 'node:perf_hooks';

type Labels = Readonly<Record<string, string>>;

/** Upper bounds in seconds: from a tenth of a good value to far beyond an acceptable one. */
const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const NS_PER_S = 1e9;
const US_PER_S = 1e6;

interface Series {
  readonly labels: string;
  value: number;
}

const NONE: Labels = {};

/** A counter by labels. */
export class Counter {
  readonly #series = new Map<string, Series>();

  add(labels: Labels = NONE, by = 1): void {
    const key = labels === NONE ? '' : labelText(labels);
    const series = this.#series.get(key);
    if (series === undefined) this.#series.set(key, { labels: key, value: by });
    else series.value += by;
  }

  lines(name: string): string[] {
    return [...this.#series.values()].map(({ labels, value }) => `${name}${labels} ${value}`);
  }
}

/** A histogram of durations. */
export class Histogram {
  readonly #counts = SECONDS_BUCKETS.map(() => 0);
  #sum = 0;
  #count = 0;

  observe(seconds: number): void {
    this.#sum += seconds;
    this.#count += 1;
    for (let at = SECONDS_BUCKETS.length - 1; at >= 0 && seconds <= (SECONDS_BUCKETS[at] ?? 0); at -= 1)
      this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  lines(name: string): string[] {
    const buckets = SECONDS_BUCKETS.map((bound, at) => `${name}_bucket{le="${bound}"} ${this.#counts[at] ?? 0}`);
    return [...buckets, `${name}_bucket{le="+Inf"} ${this.#count}`, `${name}_sum ${this.#sum}`, `${name}_count ${this.#count}`];
  }
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly lines: (name: string) => readonly string[];
}

/** The server's counters and measurements, in the text format of Prometheus. */
export class Metrics {
  readonly requests = new Counter();
  readonly requestSeconds = new Histogram();
  readonly commandSeconds = new Histogram();
  readonly refusals = new Counter();
  readonly socketsClosed = new Counter();
  readonly framesSent = new Counter();
  readonly logins = new Counter();
  readonly #loop = monitorEventLoopDelay({ resolution: 20 });
  readonly #metrics: Metric[] = [];

  constructor() {
    this.#loop.enable();
    const own = (name: string, help: string, type: Metric['type'], source: { lines(name: string): readonly string[] }): void => {
      this.#metrics.push({ name, help, type, lines: (full) => source.lines(full) });
    };
    own('tapedeck_http_requests_total', 'HTTP requests by route and status.', 'counter', this.requests);
    own('tapedeck_http_request_seconds', 'Time from a request to its answer.', 'histogram', this.requestSeconds);
    own('tapedeck_command_seconds', 'Time from a command to its durable outcome.', 'histogram', this.commandSeconds);
    own('tapedeck_refusals_total', 'Commands that the exchange refused, by reason.', 'counter', this.refusals);
    own('tapedeck_sockets_closed_total', 'Sockets closed by the server, by code.', 'counter', this.socketsClosed);
    own('tapedeck_frames_sent_total', 'Frames handed to sockets.', 'counter', this.framesSent);
    own('tapedeck_logins_total', 'Log-ins and registrations, by outcome.', 'counter', this.logins);
    this.gauge('tapedeck_event_loop_delay_seconds', 'Maximum event loop delay of the serving thread since the last reading.', () => {
      const seconds = this.#loop.max / NS_PER_S;
      this.#loop.reset();
      return seconds;
    });
    this.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
    this.gauge('process_cpu_seconds_total', 'Processor time of the process.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / US_PER_S;
    });
    this.gauge('process_uptime_seconds', 'Time since the process started.', () => process.uptime());
  }

  /** A value read on demand. */
  gauge(name: string, help: string, read: () => number): void {
    const type = name.endsWith('_total') ? 'counter' : 'gauge';
    this.#metrics.push({ name, help, type, lines: (full) => [`${full} ${read()}`] });
  }

  text(): string {
    return this.#metrics
      .map(({ name, help, type, lines }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines(name), ''].join('\n'))
      .join('');
  }

  close(): void {
    this.#loop.disable();
  }
}

function labelText(labels: Labels): string {
  const entries = Object.entries(labels);
  return entries.length === 0 ? '' : `{${entries.map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`).join(',')}}`;
}
