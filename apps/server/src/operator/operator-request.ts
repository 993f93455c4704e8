import { parseArgs } from 'node:util';
import * as os from 'node:os';

/** An operator's request on the control socket. */
export interface OperatorRequest {
  readonly command: string;
  /** Name of the operating system's user; recorded in the audit log only. */
  readonly by: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** The arguments are invalid, or they name something that does not exist; the message addresses the operator. */
export class OperatorWrong extends Error {
  override readonly name = 'OperatorWrong';
}

interface CommandShape {
  readonly usage: string;
  readonly summary: string;
  readonly positionals: readonly string[];
  readonly options?: readonly string[];
}

export const OPERATOR_COMMANDS = {
  create: {
    usage: 'create NAME [--credit AMOUNT] [--coin COIN] [--password-stdin]',
    summary: 'creates a user; prints a generated password once unless one is read from standard input',
    positionals: ['user'],
    options: ['credit', 'coin', 'password-stdin'],
  },
  list: { usage: 'list', summary: 'lists all users with their accounts and labels', positionals: [] },
  ban: { usage: 'ban NAME', summary: 'closes trading for a user; open orders and positions remain', positionals: ['user'] },
  unban: { usage: 'unban NAME', summary: 'opens trading for a user again', positionals: ['user'] },
  credit: {
    usage: 'credit NAME AMOUNT [--coin COIN] [--account NUMBER]',
    summary: 'credits paper funds (USDT by default) to the selected account of the user, or to the given one',
    positionals: ['user', 'amount'],
    options: ['coin', 'account'],
  },
  stage: {
    usage: 'stage flash-crash|gap|volatility-jump|feed-outage|thin-book|latency COIN [--percent=N] [--milliseconds N] [--seconds N]',
    summary:
      'stages an event for a coin of the simulated market: its price, volatility or book depth changes by N percent (-90 to 90; negative: falls), its index sources stop, or its quotes are delayed by N milliseconds; the event ends after N seconds (default 60)',
    positionals: ['scenario', 'coin'],
    options: ['percent', 'milliseconds', 'seconds'],
  },
  step: {
    usage: 'step MILLISECONDS',
    summary: 'advances the time of a market started with --clock steps by N milliseconds, at most one day',
    positionals: ['milliseconds'],
  },
  notice: {
    usage: 'notice TEXT [--minutes N]',
    summary: 'publishes a notice on the topic public.notice for N minutes (default 60) or until the server stops',
    positionals: ['text'],
    options: ['minutes'],
  },
  'withdraw-notice': { usage: 'withdraw-notice NUMBER', summary: 'withdraws a notice before it expires', positionals: ['number'] },
  'switch-kind': {
    usage: 'switch-kind NAME KIND [--demo]',
    summary:
      'makes the account of this kind (regular, UTA, UTA2, PM) the default of a user, opens it if necessary, and ends all sessions of the user',
    positionals: ['user', 'kind'],
    options: ['demo'],
  },
  label: {
    usage: 'label NAME [--vip N] [--pro N] [--role none|leader|follower] [--trial on|off]',
    summary: 'changes the given labels of a user',
    positionals: ['user'],
    options: ['vip', 'pro', 'role', 'trial'],
  },
  password: {
    usage: 'password NAME [--password-stdin]',
    summary: 'sets a new password like create, ends all sessions of the user and revokes the API keys',
    positionals: ['user'],
    options: ['password-stdin'],
  },
  login: { usage: 'login', summary: 'prints a one-time address that logs the owner in within 10 minutes', positionals: [] },
  'sign-out': { usage: 'sign-out NAME', summary: 'ends all sessions of a user', positionals: ['user'] },
  export: { usage: 'export NAME', summary: 'prints all stored data of a user as JSON', positionals: ['user'] },
  'cancel-only': {
    usage: 'cancel-only on|off',
    summary: 'accepts only cancellations from all users, or accepts all orders again',
    positionals: ['state'],
  },
  status: { usage: 'status', summary: 'prints the state of the server', positionals: [] },
  backup: {
    usage: 'backup FOLDER',
    summary: 'copies all durable data to a new folder, whether the server runs or not',
    positionals: ['folder'],
  },
  restore: {
    usage: 'restore FOLDER',
    summary: 'checks a backup and restores it to the data folder, which must be empty or absent',
    positionals: ['folder'],
  },
  upgrade: {
    usage: 'upgrade [--yes]',
    summary:
      'lets this version go on with an exchange that a version with other rules has written and stopped: its last state begins a new journal, and the one before moves into the archive; without --yes, prints what it would do; no server may run',
    positionals: [],
    options: ['yes'],
  },
  audit: { usage: 'audit [--last N]', summary: 'prints the log of operator commands, newest last', positionals: [], options: ['last'] },
} as const satisfies Readonly<Record<string, CommandShape>>;

export type OperatorCommandName = keyof typeof OPERATOR_COMMANDS;

const HELP: ReadonlySet<string> = new Set(['--help', '-h', 'help']);
const SWITCHES: ReadonlySet<string> = new Set(['demo', 'password-stdin', 'yes']);
const WIDTH = 2;

export const OPERATOR_USAGE = `Usage: npm run operator -- COMMAND [--data FOLDER]

Acts on the server that uses the data folder (default ./data; TAPEDECK_DATA), or on the folder itself if no server runs.

${Object.values(OPERATOR_COMMANDS)
  .map(({ usage, summary }) => `${' '.repeat(WIDTH)}${usage}\n${' '.repeat(WIDTH * 3)}${summary}`)
  .join('\n')}
${' '.repeat(WIDTH)}--help
${' '.repeat(WIDTH * 3)}this text

Each command is recorded in audit.log in the data folder.
`;

export interface OperatorCall {
  readonly request: OperatorRequest;
  readonly data: string;
  readonly passwordFromInput: boolean;
}

const isCommand = (name: string): name is OperatorCommandName => Object.hasOwn(OPERATOR_COMMANDS, name);

/** Reads a command line; 'help' if requested. Throws `OperatorWrong`. */
export function readOperatorCall(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): OperatorCall | 'help' {
  const [command = '--help', ...rest] = argv;
  if (HELP.has(command)) return 'help';
  if (!isCommand(command)) throw new OperatorWrong(`There is no command '${command}'. See --help.`);
  const shape: CommandShape = OPERATOR_COMMANDS[command];
  const { values, positionals } = parse(command, shape, rest);
  if (values['help'] === true) return 'help';
  if (positionals.length !== shape.positionals.length) throw new OperatorWrong(`Usage: ${shape.usage}`);
  const { data, 'password-stdin': _own, ...options } = values;
  const named = shape.positionals.map((name, at) => [name, positionals[at] ?? ''] as const);
  const chosen = Object.entries(options).map(([name, value]) => [name, String(value)] as const);
  return {
    request: { command, by: userName(), arguments: Object.fromEntries([...named, ...chosen]) },
    data: typeof data === 'string' ? data : (environment['TAPEDECK_DATA'] ?? 'data'),
    passwordFromInput: values['password-stdin'] === true,
  };
}

/** A user of a container may have a number only. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

function parse(command: string, shape: CommandShape, rest: readonly string[]) {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  };
  for (const name of shape.options ?? []) options[name] = { type: SWITCHES.has(name) ? 'boolean' : 'string' };
  try {
    return parseArgs({ args: [...rest], strict: true, allowPositionals: true, options });
  } catch (error) {
    throw new OperatorWrong(`${command}: ${(error as Error).message.split('. To specify')[0] ?? 'the arguments could not be read'}.`);
  }
}
