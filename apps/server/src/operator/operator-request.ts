import { parseArgs } from 'node:util';
import * as os from 'node:os';

/** What an operator asks, as it crosses the control socket. */
export interface OperatorRequest {
  readonly command: string;
  /** Name of the operating system's user; for the audit only. */
  readonly by: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** The arguments do not make sense, or what they name does not exist; the message is for the person who typed them. */
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
    summary: 'makes a user; prints a password once unless one comes from standard input',
    positionals: ['user'],
    options: ['credit', 'coin', 'password-stdin'],
  },
  list: { usage: 'list', summary: 'all users, with their accounts and labels', positionals: [] },
  ban: { usage: 'ban NAME', summary: 'closes trading to a user; what is open stays', positionals: ['user'] },
  unban: { usage: 'unban NAME', summary: 'opens it again', positionals: ['user'] },
  credit: {
    usage: 'credit NAME AMOUNT [--coin COIN] [--account NUMBER]',
    summary: 'credits paper money (USDT unless another coin is named) to the account that the user looks at, or to another of theirs',
    positionals: ['user', 'amount'],
    options: ['coin', 'account'],
  },
  stage: {
    usage: 'stage flash-crash|gap|volatility-jump|feed-outage|thin-book|latency COIN [--percent=N] [--milliseconds N] [--seconds N]',
    summary:
      'lets something happen to a coin of the simulated market: its price, volatility or depth of its books changes by so many percent (below 0 downwards), the sources of its index stop, or quotes are so many milliseconds late; after that time (60 s) all is as before',
    positionals: ['scenario', 'coin'],
    options: ['percent', 'milliseconds', 'seconds'],
  },
  step: {
    usage: 'step MILLISECONDS',
    summary: 'lets a market that was started with --clock steps go on by so many milliseconds, a day at most',
    positionals: ['milliseconds'],
  },
  notice: {
    usage: 'notice TEXT [--minutes N]',
    summary: 'tells everybody something, on the topic public.notice, for so many minutes (60) of this run of the server',
    positionals: ['text'],
    options: ['minutes'],
  },
  'withdraw-notice': { usage: 'withdraw-notice NUMBER', summary: 'takes a notice back before its time', positionals: ['number'] },
  'switch-kind': {
    usage: 'switch-kind NAME KIND [--demo]',
    summary: 'lets a user begin in their account of that kind (regular, UTA, UTA2, PM), opened when there is none; signs them out',
    positionals: ['user', 'kind'],
    options: ['demo'],
  },
  label: {
    usage: 'label NAME [--vip N] [--pro N] [--role none|leader|follower] [--trial on|off]',
    summary: 'changes the labels that are given',
    positionals: ['user'],
    options: ['vip', 'pro', 'role', 'trial'],
  },
  password: {
    usage: 'password NAME [--password-stdin]',
    summary: 'gives a user a new password, as create does, signs them out and revokes their API keys',
    positionals: ['user'],
    options: ['password-stdin'],
  },
  login: { usage: 'login', summary: 'prints an address that logs the owner in, once and within 10 minutes', positionals: [] },
  'sign-out': { usage: 'sign-out NAME', summary: 'ends all sessions of a user', positionals: ['user'] },
  export: { usage: 'export NAME', summary: 'everything that is kept about a user, as JSON', positionals: ['user'] },
  'cancel-only': {
    usage: 'cancel-only on|off',
    summary: 'takes cancels only, from everybody, or everything again',
    positionals: ['state'],
  },
  status: { usage: 'status', summary: 'what the server is doing', positionals: [] },
  backup: {
    usage: 'backup FOLDER',
    summary: 'copies everything that must not be lost to a new folder, while the server runs or not',
    positionals: ['folder'],
  },
  restore: {
    usage: 'restore FOLDER',
    summary: 'checks a backup and puts it into the data folder, which must be empty or not exist',
    positionals: ['folder'],
  },
  audit: { usage: 'audit [--last N]', summary: 'what operators did, newest last', positionals: [], options: ['last'] },
} as const satisfies Readonly<Record<string, CommandShape>>;

export type OperatorCommandName = keyof typeof OPERATOR_COMMANDS;

const HELP: ReadonlySet<string> = new Set(['--help', '-h', 'help']);
const SWITCHES: ReadonlySet<string> = new Set(['demo', 'password-stdin']);
const WIDTH = 2;

export const OPERATOR_USAGE = `Usage: npm run operator -- COMMAND [--data FOLDER]

Works on the server that runs on the data folder (default ./data; TAPEDECK_DATA), or on the folder itself when none does.

${Object.values(OPERATOR_COMMANDS)
  .map(({ usage, summary }) => `${' '.repeat(WIDTH)}${usage}\n${' '.repeat(WIDTH * 3)}${summary}`)
  .join('\n')}
${' '.repeat(WIDTH)}--help
${' '.repeat(WIDTH * 3)}this text

What is done is noted in audit.log of the data folder.
`;

export interface OperatorCall {
  readonly request: OperatorRequest;
  readonly data: string;
  readonly passwordFromInput: boolean;
}

const isCommand = (name: string): name is OperatorCommandName => Object.hasOwn(OPERATOR_COMMANDS, name);

/** Reads a command line; 'help' when that was asked for. Throws `OperatorWrong`. */
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
    request: { command, by: os.userInfo().username, arguments: Object.fromEntries([...named, ...chosen]) },
    data: typeof data === 'string' ? data : (environment['TAPEDECK_DATA'] ?? 'data'),
    passwordFromInput: values['password-stdin'] === true,
  };
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
