import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { weaknessOf } from '@tapedeck/gateway';
import { FOUNDING_INSTRUMENTS } from '@tapedeck/venue-paper';
import { VENUES, type VenueName } from './venues/venues.ts';

/** The validated options of the server. */
export interface ServerOptions {
  readonly venue: VenueName;
  readonly port: number;
  readonly host: string;
  readonly data: string;
  readonly seed: number | undefined;
  /** Coins of a new simulated market, in alphabetical order; undefined for all. */
  readonly coins: readonly string[] | undefined;
  /** Recorded files; empty for the simulated market. */
  readonly replay: readonly string[];
  readonly speed: number;
  /** Market time advances only by steps that a program requests. */
  readonly steps: boolean;
  /** Start of a new simulated market, ms; undefined for now, or for a fixed day in stepped time. */
  readonly begin: number | undefined;
  /** Start position in a recording, ms; undefined for a tenth into it. */
  readonly replayStart: number | undefined;
  /** Symbol of the recordings, for files that do not name it. */
  readonly replaySymbol: string | undefined;
  readonly passphrase: string | undefined;
  readonly tls: { readonly certificateFile: string; readonly keyFile: string } | undefined;
  /** Additional host names of the server. */
  readonly allowedHosts: readonly string[];
  /** Addresses of trusted proxies, which name the client of a request. */
  readonly trustedProxies: readonly string[];
  /** Open the terminal in the browser once the server is ready. */
  readonly openBrowser: boolean;
  /** Self-registration is allowed. */
  readonly registrationOpen: boolean;
  /** Compatibility: log-ins return a token in the body too, accepted from a header in place of the cookie. */
  readonly bodyToken: boolean;
  /** PostgreSQL server for the history; the embedded database if absent. */
  readonly databaseUrl: string | undefined;
  /** Retention of the history in days; unlimited if absent. */
  readonly historyDays: number | undefined;
  /** Trading calls allowed per user and second; unlimited if absent. */
  readonly callsPerSecond: number | undefined;
  /** Trading calls of each kind allowed per user and second on the v5 API; the exchange's limits if absent. */
  readonly v5TradeLimit: number | undefined;
  /** Multiplies the budgets of work. */
  readonly workScale: number;
  /** Free bytes below which only cancellations are accepted. */
  readonly diskFreeMin: number;
  /** A public address without TLS was explicitly accepted; each start warns. */
  readonly insecurePublic: boolean;
}

export const DEFAULT_PORT = 4300;
export const PASSPHRASE_LENGTH_MIN = 12;
const PORT_MAX = 65_535;
const SEED_MAX = 0xffffffff;
const SPEED_MAX = 10_000;
const WORK_SCALE_MAX = 1_000;
const DISK_RESERVE_MAX = 1_000_000;
const HISTORY_DAYS_MAX = 100_000;
const CALLS_PER_SECOND_MAX = 100_000;
/**
 * Five batches of 20 orders, ten times the exchange's limit of single orders. With its share per hour, one user adds at most 4 GB
 * of journal and history a day. In stepped time a program passes through a month within a minute.
 */
const CALLS_PER_SECOND = 100;
const BYTES_PER_MB = 1 << 20;

/** The options are invalid; the message addresses the person who typed them. */
export class OptionsWrong extends Error {
  override readonly name = 'OptionsWrong';
}

export const USAGE = `Usage: npm start -- [options]

  --port N             port (default ${DEFAULT_PORT}; TAPEDECK_PORT)
  --host ADDRESS       address to listen on (default 127.0.0.1; TAPEDECK_HOST)
  --data FOLDER        data folder (default ./data; TAPEDECK_DATA)
  --venue NAME         exchange to trade on: paper, the built-in exchange (default)
  --seed N             seed of the simulated market (only for a new data folder; default 1)
  --coins LIST         list only contracts of these coins, such as BTC,ETH (only for a new data folder; default all)
  --replay FILE...     replay recorded files (books, trades or candles, plain, gzip or zip) instead of the simulated market
  --speed X            speed of the replay (default 1)
  --clock steps        market time advances only by steps that a program requests (docs/bots.md)
  --begin TIME         start of a new simulated market in stepped time, ISO 8601 in UTC (default 2026-01-01)
  --replay-start TIME  start of the replay, ISO 8601 in UTC (default: after a tenth of the recording)
  --replay-symbol NAME symbol of recordings that do not name one
  --tls-cert FILE      certificate and key in PEM form, to serve https
  --tls-key FILE
  --allow-host NAME    an additional host name of the server; may be repeated
  --trust-proxy ADDRESS  a proxy whose X-Forwarded-For and X-Forwarded-Proto are trusted; may be repeated
  --open               open the terminal in the browser, logged in
  --open-registration  allow self-registration on a public address or behind a proxy (always allowed on loopback)
  --body-token         compatibility: log-ins return a token in the body, and the header usertoken replaces the cookie
  --history-days N     keep orders, executions and ledger lines for N days (default: forever)
  --calls-per-second N trading calls allowed per user and second, and 600 times as many an hour; cancellations have a separate
                       count (default 100; with --clock steps no limit)
  --v5-limit N         trading calls of each kind allowed per user and second on the v5 API (default: the exchange's limits)
  --work-scale X       multiplies the budgets of reads of clients and users, for a desk behind one address (default 1)
  --disk-reserve MB    accept only cancellations below this free disk space (default 256)
  --insecure-public    allow a public address without TLS
  --help               this text

Any address but loopback needs a passphrase of at least ${PASSPHRASE_LENGTH_MIN} characters in TAPEDECK_PASSPHRASE, and TLS.
DATABASE_URL (postgres://…) keeps the history in PostgreSQL instead of the data folder.
`;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads arguments and environment; 'help' if requested. Throws `OptionsWrong`. */
export function readOptions(argv: readonly string[], environment: Environment): ServerOptions | 'help' {
  const { values, files } = parse(argv);
  if (values.help === true) return 'help';
  refuseWithoutReplay(files, values);
  const steps = readClock(values, files);
  const host = nonEmpty('--host', values.host ?? environment['TAPEDECK_HOST'] ?? '127.0.0.1');
  const passphrase = readPassphrase(environment['TAPEDECK_PASSPHRASE']);
  const tls = readTls(values['tls-cert'], values['tls-key']);
  const insecurePublic = values['insecure-public'] === true;
  const allowedHosts = readAll(values['allow-host'], (name) => nonEmpty('--allow-host', name).toLowerCase());
  const proxies = readAll(values['trust-proxy'], readProxy);
  if (!isLoopback(host)) refuseOpenBind(host, passphrase, tls !== undefined, insecurePublic);
  return {
    venue: readVenue(values.venue ?? 'paper'),
    port: readPort(values.port ?? environment['TAPEDECK_PORT']),
    host,
    data: resolve(nonEmpty('--data', values.data ?? environment['TAPEDECK_DATA'] ?? 'data')),
    seed: values.seed === undefined ? undefined : readNumber('--seed', values.seed, { from: 0, to: SEED_MAX, whole: true }),
    coins: readCoins(values.coins, files),
    replay: files,
    speed: readNumber('--speed', values.speed ?? '1', { from: 0.01, to: SPEED_MAX, whole: false }),
    steps,
    begin: readTime('--begin', values.begin),
    replayStart: readTime('--replay-start', values['replay-start']),
    replaySymbol: readSymbol(values['replay-symbol']),
    passphrase,
    tls,
    allowedHosts,
    trustedProxies: proxies,
    openBrowser: values.open === true,
    registrationOpen: values['open-registration'] === true || isPrivate(host, proxies, allowedHosts),
    bodyToken: values['body-token'] === true,
    databaseUrl: readDatabaseUrl(environment['DATABASE_URL']),
    historyDays: readHistoryDays(values['history-days']),
    callsPerSecond: readCallsPerSecond('--calls-per-second', values['calls-per-second'], steps ? undefined : CALLS_PER_SECOND),
    v5TradeLimit: readCallsPerSecond('--v5-limit', values['v5-limit'], undefined),
    workScale: readWorkScale(values['work-scale'], steps),
    diskFreeMin: readDiskReserve(values['disk-reserve']),
    insecurePublic,
  };
}

function readVenue(name: string): VenueName {
  const names = Object.keys(VENUES) as VenueName[];
  const found = names.find((known) => known === name);
  if (found === undefined) throw new OptionsWrong(`--venue must be ${names.join(' or ')}, not '${name}'.`);
  return found;
}

const COINS: readonly string[] = [...new Set(FOUNDING_INSTRUMENTS.map(({ baseCoin }) => baseCoin))].sort();
/** The terminal opens on BTCUSDT. */
const COIN_ALWAYS = 'BTC';

/** Fewer coins make a smaller market, which starts sooner and takes less memory and processor time. */
function readCoins(text: string | undefined, files: readonly string[]): readonly string[] | undefined {
  if (text === undefined) return undefined;
  if (files.length > 0) throw new OptionsWrong('--coins applies to the simulated market, not to a recording.');
  const wanted = new Set(text.toUpperCase().split(','));
  const unknown = [...wanted].find((coin) => !COINS.includes(coin));
  if (unknown !== undefined) throw new OptionsWrong(`--coins must be a list such as BTC,ETH of ${COINS.join(', ')}, not '${text}'.`);
  if (!wanted.has(COIN_ALWAYS)) throw new OptionsWrong(`--coins must contain ${COIN_ALWAYS}: the terminal opens on its contract.`);
  return [...wanted].sort();
}

const SYMBOL = /^[A-Z0-9]{2,20}$/;

function readSymbol(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const symbol = text.toUpperCase();
  if (!SYMBOL.test(symbol)) throw new OptionsWrong('--replay-symbol must be a symbol such as BTCUSDT.');
  return symbol;
}

/** Addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

const TEXT = { type: 'string' } as const;

function parse(argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: true,
      options: {
        port: TEXT,
        host: TEXT,
        data: TEXT,
        venue: TEXT,
        seed: TEXT,
        coins: TEXT,
        replay: { type: 'string', multiple: true },
        speed: TEXT,
        clock: TEXT,
        begin: TEXT,
        'replay-start': TEXT,
        'replay-symbol': TEXT,
        'tls-cert': TEXT,
        'tls-key': TEXT,
        'allow-host': { type: 'string', multiple: true },
        'trust-proxy': { type: 'string', multiple: true },
        open: { type: 'boolean' },
        'open-registration': { type: 'boolean' },
        'body-token': { type: 'boolean' },
        'history-days': TEXT,
        'calls-per-second': TEXT,
        'v5-limit': TEXT,
        'work-scale': TEXT,
        'disk-reserve': TEXT,
        'insecure-public': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    // `--replay a b c`: arguments without a name after the option are files too.
    if (values.replay === undefined && positionals.length > 0) throw new OptionsWrong(`Unknown argument '${positionals[0] ?? ''}'.`);
    return { values, files: [...(values.replay ?? []), ...positionals].map((file) => resolve(nonEmpty('--replay', file))) };
  } catch (error) {
    if (error instanceof OptionsWrong) throw error;
    throw new OptionsWrong((error as Error).message.split('. To specify')[0] ?? 'The options could not be read.');
  }
}

/** A simulated market uses the clock of the machine. */
function refuseWithoutReplay(
  files: readonly string[],
  values: { readonly speed?: string; readonly 'replay-start'?: string; readonly 'replay-symbol'?: string },
): void {
  if (files.length > 0) return;
  for (const name of ['speed', 'replay-start', 'replay-symbol'] as const) {
    if (values[name] !== undefined) throw new OptionsWrong(`--${name} applies to a recording: name one with --replay.`);
  }
}

/** Whether time advances by steps. A speed and a step exclude each other; a recording has its own start. */
function readClock(
  { clock, speed, begin }: { readonly clock?: string; readonly speed?: string; readonly begin?: string },
  files: readonly string[],
): boolean {
  if (clock !== undefined && clock !== 'steps') throw new OptionsWrong(`--clock must be steps, not '${clock}'.`);
  if (clock !== undefined && speed !== undefined)
    throw new OptionsWrong('--speed cannot be used with --clock steps: a step runs as fast as the machine allows.');
  if (begin !== undefined && clock === undefined) throw new OptionsWrong('--begin needs --clock steps: otherwise the market begins now.');
  if (begin !== undefined && files.length > 0)
    throw new OptionsWrong('--begin applies to the simulated market: use --replay-start for a recording.');
  return clock !== undefined;
}

function nonEmpty(name: string, text: string): string {
  if (text === '') throw new OptionsWrong(`${name} needs a value.`);
  return text;
}

/** Without further options, only the owner of the machine is expected. */
const isPrivate = (host: string, proxies: readonly string[], names: readonly string[]): boolean =>
  isLoopback(host) && proxies.length === 0 && names.length === 0;

const readAll = (texts: readonly string[] | undefined, read: (text: string) => string): readonly string[] => (texts ?? []).map(read);

function readProxy(text: string): string {
  if (isIP(text) === 0) throw new OptionsWrong(`--trust-proxy must be the IP address of the proxy, not '${text}'.`);
  return text;
}

function readPort(text: string | undefined): number {
  return text === undefined ? DEFAULT_PORT : readNumber('--port', text, { from: 0, to: PORT_MAX, whole: true });
}

function readNumber(name: string, text: string, range: { from: number; to: number; whole: boolean }): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= range.from && value <= range.to) || (range.whole && !Number.isInteger(value))) {
    throw new OptionsWrong(`${name} must be a ${range.whole ? 'whole ' : ''}number from ${range.from} to ${range.to}, not '${text}'.`);
  }
  return value;
}

function readDiskReserve(text = '256'): number {
  return readNumber('--disk-reserve', text, { from: 0, to: DISK_RESERVE_MAX, whole: true }) * BYTES_PER_MB;
}

function readWorkScale(text: string | undefined, steps: boolean): number {
  if (text !== undefined && steps)
    throw new OptionsWrong('--work-scale has no effect with --clock steps, where work has no budget: leave it out.');
  return readNumber('--work-scale', text ?? '1', { from: 0.1, to: WORK_SCALE_MAX, whole: false });
}

function readHistoryDays(text: string | undefined): number | undefined {
  return text === undefined ? undefined : readNumber('--history-days', text, { from: 1, to: HISTORY_DAYS_MAX, whole: true });
}

function readCallsPerSecond(
  name: '--calls-per-second' | '--v5-limit',
  text: string | undefined,
  otherwise: number | undefined,
): number | undefined {
  return text === undefined ? otherwise : readNumber(name, text, { from: 1, to: CALLS_PER_SECOND_MAX, whole: true });
}

/** The address of a PostgreSQL server; `undefined` if absent. The value may hold a password: it is never repeated. */
export function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^postgres(ql)?:\/\/\S+$/.test(text)) throw new OptionsWrong('DATABASE_URL must begin with postgres:// or postgresql://.');
  return text;
}

function readTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const shaped = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z?)?$/.test(text);
  const time = shaped ? Date.parse(text.includes('T') && !text.endsWith('Z') ? `${text}Z` : text) : Number.NaN;
  if (Number.isNaN(time)) throw new OptionsWrong(`${name} must be a time like 2024-08-08T23:55:00Z, not '${text}'.`);
  return time;
}

function readPassphrase(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (text.length < PASSPHRASE_LENGTH_MIN) {
    throw new OptionsWrong(`TAPEDECK_PASSPHRASE must have at least ${PASSPHRASE_LENGTH_MIN} characters.`);
  }
  const weakness = weaknessOf(text);
  if (weakness !== undefined) {
    throw new OptionsWrong(`TAPEDECK_PASSPHRASE is too easy to guess: ${weakness}. Use four unrelated words.`);
  }
  return text;
}

function readTls(certificateFile: string | undefined, keyFile: string | undefined): ServerOptions['tls'] {
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined) throw new OptionsWrong('--tls-cert and --tls-key must be given together.');
  return { certificateFile: resolve(certificateFile), keyFile: resolve(keyFile) };
}

function refuseOpenBind(host: string, passphrase: string | undefined, tls: boolean, insecurePublic: boolean): void {
  if (passphrase === undefined) {
    throw new OptionsWrong(`${host} is a public address: set TAPEDECK_PASSPHRASE (at least ${PASSPHRASE_LENGTH_MIN} characters) first.`);
  }
  if (!tls && !insecurePublic) {
    throw new OptionsWrong(`${host} is a public address: give --tls-cert and --tls-key, or --insecure-public to accept plain http.`);
  }
}
