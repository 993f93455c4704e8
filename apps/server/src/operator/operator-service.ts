import { randomBytes } from 'node:crypto';
import { PRO_LEVEL_MAX, VIP_LEVEL_MAX, feeTierOf, money, parseDecimal, type AccountKind } from '@tapedeck/domain';
import { refusalMessage, weaknessOf, type Gateway, type Labels, type Session } from '@tapedeck/gateway';
import { SCENARIO_POINTS_MAX } from '@tapedeck/venue-paper';
import { accountKindText, passwordText, usernameText, readWire } from '@tapedeck/protocol';
import type { Core } from '../core.ts';
import type { User } from '../identity/identity-state.ts';
import { appendAudit, readAudit } from './audit-log.ts';
import { backUp } from './backup.ts';
import type { OperatorAnswer } from './control-socket.ts';
import { OperatorWrong, type OperatorCommandName, type OperatorRequest } from './operator-request.ts';

const BUSY = 'Too many passwords are being processed. Try again in a moment.';
const PASSWORD_BYTES = 15;
const AUDIT_DEFAULT = 50;
const PAGE = '200';
const NOTICE_LENGTH_MAX = 500;
const MINUTE_MS = 60_000;
const ENTRY_MINUTES = 10;
const NOTICE_MINUTES_MAX = 7 * 24 * 60;
const LATENCY_MAX_MS = 9_000;
const STEP_MS_MAX = 86_400_000;
/** Scenarios by their names on the command line. */
const STAGED = {
  'flash-crash': 'flashCrash',
  gap: 'gap',
  'volatility-jump': 'volatilityJump',
  'feed-outage': 'feedOutage',
  'thin-book': 'thinBook',
  latency: 'latency',
} as const;

export interface OperatorServiceOptions {
  readonly core: Core;
  readonly gateway: Pick<Gateway, 'handle' | 'notices'>;
  /** Status of the server. */
  readonly status: () => Readonly<Record<string, unknown>>;
  /** A one-time log-in address of the owner; only a listening server has one. */
  readonly newEntry?: (lifetimeMs: number) => string;
}

type Values = Readonly<Record<string, string>>;
/** Returns the text to print, or a promise of it. */
type Handler = (values: Values) => unknown;

/** Executes operators' requests and records them. */
export class OperatorService {
  readonly #options: OperatorServiceOptions;
  readonly #handlers: ReadonlyMap<string, Handler>;

  constructor(options: OperatorServiceOptions) {
    this.#options = options;
    this.#handlers = new Map(Object.entries(this.#table()));
  }

  #table(): Readonly<Record<Exclude<OperatorCommandName, 'restore' | 'upgrade'>, Handler>> {
    return {
      create: (values) => this.#create(values),
      list: () => this.#list(),
      ban: (values) => this.#ban(values, true),
      unban: (values) => this.#ban(values, false),
      credit: (values) => this.#credit(values),
      stage: (values) => this.#stage(values),
      step: (values) => this.#step(values),
      notice: (values) => this.#notice(values),
      'withdraw-notice': (values) => this.#withdrawNotice(values),
      'switch-kind': (values) => this.#switchKind(values),
      label: (values) => this.#label(values),
      password: (values) => this.#password(values),
      login: () => this.#login(),
      'sign-out': (values) => this.#signOut(values),
      export: (values) => this.#export(values),
      'cancel-only': (values) => this.#cancelOnly(values),
      status: () => this.#options.status(),
      backup: ({ folder = '' }) => backUp(this.#options.core.folder, folder),
      audit: ({ last }) => readAudit(this.#options.core.folder, last === undefined ? AUDIT_DEFAULT : wholeNumber('--last', last, 100_000)),
    };
  }

  /** Never rejects: an error in the request is the answer. */
  async answer(request: OperatorRequest): Promise<OperatorAnswer> {
    const handler = this.#handlers.get(request.command);
    if (handler === undefined) return { ok: false, message: `There is no command '${request.command}' here.` };
    try {
      const result = await handler(request.arguments);
      return this.#recorded(request, 'done', { ok: true, result });
    } catch (error) {
      const { message } = error as Error;
      return this.#recorded(request, message, { ok: false, message: error instanceof OperatorWrong ? message : `It failed: ${message}` });
    }
  }

  /** The answer, once the command is recorded. */
  #recorded(request: OperatorRequest, outcome: string, answer: OperatorAnswer): OperatorAnswer {
    try {
      this.#audit(request, outcome);
      return answer;
    } catch (error) {
      const first = answer.ok ? 'It is done' : answer.message;
      return { ok: false, message: `${first}, but audit.log in the data folder cannot be written: ${(error as Error).message}` };
    }
  }

  #audit({ by, command, arguments: values }: OperatorRequest, outcome: string): void {
    const { password: _secret, ...shown } = values;
    appendAudit(this.#options.core.folder, { at: new Date().toISOString(), by, command, arguments: shown, outcome });
  }

  #user(name: string | undefined): User {
    const user = this.#options.core.identity.userByName(name ?? '');
    if (user === undefined) throw new OperatorWrong(`There is no user '${name ?? ''}'.`);
    return user;
  }

  async #create({ user: name = '', credit, coin, password }: Values): Promise<unknown> {
    if (!readWire(usernameText, name).ok) {
      throw new OperatorWrong('A name has 3 to 32 letters, digits, dots, dashes or underscores, and begins with a letter or digit.');
    }
    const secret = checkedPassword(password);
    const amount = credit === undefined ? undefined : readAmount(credit);
    const user = await this.#options.core.sessions.createUser(name, secret);
    if (user === 'taken') throw new OperatorWrong(`User '${name}' already exists.`);
    if ('retryAfterMs' in user) throw new OperatorWrong(BUSY);
    if (amount !== undefined) await this.#pay(user.chosen, coin ?? 'USDT', amount);
    return { user: user.username, account: user.chosen, ...(password === undefined ? { password: secret } : {}) };
  }

  #list(): unknown {
    const { identity } = this.#options.core;
    const open = new Map<number, number>();
    for (const { user } of identity.sessions) open.set(user, (open.get(user) ?? 0) + 1);
    return [...identity.users].map((user) => ({ ...publicUser(user), sessions: open.get(user.id) ?? 0 }));
  }

  #ban({ user: name }: Values, banned: boolean): unknown {
    const user = this.#user(name);
    this.#options.core.identity.ban(user.id, banned);
    return { user: user.username, banned };
  }

  async #credit({ user: name, amount, coin = 'USDT', account }: Values): Promise<unknown> {
    const user = this.#user(name);
    const number = account === undefined ? user.chosen : wholeNumber('--account', account, Number.MAX_SAFE_INTEGER);
    if (!user.accounts.some((one) => one.account === number)) throw new OperatorWrong(`${user.username} has no account ${number}.`);
    await this.#pay(number, coin, readAmount(amount ?? ''));
    return { user: user.username, account: number, coin, amount };
  }

  /** Stages an event in the simulated market. */
  async #stage({ scenario = '', coin = '', percent = '0', milliseconds: late = '1000', seconds = '60' }: Values): Promise<unknown> {
    const kind = oneOf('The scenario', scenario, Object.keys(STAGED) as (keyof typeof STAGED)[]);
    const size = readPercent(percent);
    const basisPoints = kind === 'latency' ? wholeNumber('--milliseconds', late, LATENCY_MAX_MS) : size;
    const duration = wholeNumber('--seconds', seconds, 86_400, 1) * 1_000;
    const name = coin.toUpperCase();
    const { refusal } = await this.#options.core.paper.operate({
      type: 'StageScenario',
      scenario: STAGED[kind],
      coin: name,
      basisPoints,
      duration,
    });
    if (refusal?.reason === 'parameter') {
      throw new OperatorWrong(`There is no coin '${coin}' in a simulated market here. A recorded market has no scenarios.`);
    }
    if (refusal !== undefined) throw new OperatorWrong(`The exchange refused it: ${refusalMessage(refusal)}`);
    const told = kind === 'latency' ? { milliseconds: basisPoints } : { percent: basisPoints / 100 };
    return { scenario: kind, coin: name, ...told, seconds: duration / 1_000 };
  }

  async #step({ milliseconds = '' }: Values): Promise<unknown> {
    const { time, ended } = await this.#options.core.paper.step(wholeNumber('The step', milliseconds, STEP_MS_MAX, 1));
    return { time: new Date(time).toISOString(), ended };
  }

  #notice({ text = '', minutes = '60' }: Values): unknown {
    // Readers are connected to a server, which this process is not.
    if (this.#options.status()['running'] !== true) throw new OperatorWrong('A notice needs a running server: start it first.');
    const told = text.trim();
    if (told === '' || told.length > NOTICE_LENGTH_MAX) throw new OperatorWrong(`A notice has 1 to ${NOTICE_LENGTH_MAX} characters.`);
    const duration = wholeNumber('--minutes', minutes, NOTICE_MINUTES_MAX, 1);
    return this.#options.gateway.notices.publish(told, duration * MINUTE_MS);
  }

  #withdrawNotice({ number = '' }: Values): unknown {
    const notice = this.#options.gateway.notices.withdraw(wholeNumber('The number', number, Number.MAX_SAFE_INTEGER));
    if (notice === undefined) throw new OperatorWrong(`There is no active notice ${number}.`);
    return notice;
  }

  async #pay(account: number, coin: string, units: bigint): Promise<void> {
    const refusal = await this.#options.core.accounts.credit(account, coin, money(units));
    if (refusal !== undefined) throw new OperatorWrong(`The exchange refused it: ${refusalMessage(refusal)}`);
  }

  async #switchKind({ user: name, kind: text, demo }: Values): Promise<unknown> {
    const { identity, accounts, sessions } = this.#options.core;
    const user = this.#user(name);
    const { account, kind, isDemo } = await accounts.accountFor(user, { kind: readKind(text), isDemo: demo === 'true' });
    identity.write([{ type: 'AccountChosen', user: user.id, account }]);
    sessions.endAll(user.id);
    return { user: user.username, account, kind, isDemo };
  }

  async #label({ user: name, vip, pro, role, trial }: Values): Promise<unknown> {
    const user = this.#user(name);
    const labels: Labels = {
      vipLevel: vip === undefined ? user.labels.vipLevel : wholeNumber('--vip', vip, VIP_LEVEL_MAX),
      proLevel: pro === undefined ? user.labels.proLevel : wholeNumber('--pro', pro, PRO_LEVEL_MAX),
      copyRole: role === undefined ? user.labels.copyRole : oneOf('--role', role, ['none', 'leader', 'follower']),
      isTrial: trial === undefined ? user.labels.isTrial : oneOf('--trial', trial, ['on', 'off']) === 'on',
    };
    if (role !== undefined) await this.#play(user, labels.copyRole);
    // The message of the new fees lets open pages read the labels: they are there before it.
    this.#options.core.identity.label(user.id, labels);
    await this.#options.core.accounts.setFees(user, feeTierOf(labels));
    return { user: user.username, ...labels };
  }

  /** Makes an account a leader; a user who stops leading loses all followers. */
  async #play({ chosen: account, username }: User, role: Labels['copyRole']): Promise<void> {
    const { refusal } = await this.#options.core.venue.submit(
      role === 'leader'
        ? { type: 'SetLeading', account, leading: true, name: username }
        : { type: 'SetLeading', account, leading: false, name: '' },
    );
    const already = refusal === undefined || refusal.reason === 'copiesNot' || (await this.#leads(account)) === (role === 'leader');
    if (!already) throw new OperatorWrong(`The exchange refused it: ${refusalMessage(refusal)}`);
  }

  async #leads(account: number): Promise<boolean> {
    const leaders = await this.#options.core.venue.leaders();
    return leaders.some((leader) => leader.account === account);
  }

  async #password({ user: name, password }: Values): Promise<unknown> {
    const user = this.#user(name);
    const secret = checkedPassword(password);
    if ((await this.#options.core.sessions.setPassword(user.id, secret)) !== 'done') throw new OperatorWrong(BUSY);
    return { user: user.username, ...(password === undefined ? { password: secret } : {}) };
  }

  #login(): unknown {
    const { newEntry } = this.#options;
    if (newEntry === undefined) throw new OperatorWrong('There is nothing to log in to: start the server first.');
    return { address: newEntry(ENTRY_MINUTES * MINUTE_MS), works: `once, within ${ENTRY_MINUTES} minutes` };
  }

  #signOut({ user: name }: Values): unknown {
    const user = this.#user(name);
    this.#options.core.sessions.endAll(user.id);
    return { user: user.username };
  }

  #cancelOnly({ state = '' }: Values): unknown {
    const on = oneOf('cancel-only', state, ['on', 'off']) === 'on';
    this.#options.core.gate.setCancelOnly('operator', on ? 'requested by an operator' : undefined);
    return { cancelOnly: on };
  }

  /** As the user would see it, account by account, from the same routes. */
  async #export({ user: name }: Values): Promise<unknown> {
    const user = this.#user(name);
    const accounts: unknown[] = [];
    for (const { account, kind, isDemo } of user.accounts) {
      const session: Session = {
        id: 'operator',
        user: user.id,
        account,
        username: user.username,
        accountKind: kind,
        isDemo,
        banned: false,
        labels: { ...user.labels, isTrial: false },
      };
      accounts.push({
        account,
        kind,
        isDemo,
        state: await this.#ask('/contract/v5/account/state', session, {}),
        openOrders: await this.#pages('/contract/v5/order/list', session),
        orders: await this.#pages('/contract/v5/order/history', session),
        executions: await this.#pages('/contract/v5/execution/list', session),
        transactions: await this.#pages('/contract/v5/account/transaction-log', session),
      });
    }
    const sessions = [...this.#options.core.identity.sessions]
      .filter((one) => one.user === user.id)
      .map(({ openedAt, seenAt, account }) => ({ openedAt, seenAt, account }));
    const apiKeys = this.#options.core.apiKeys.list(user.id);
    return { ...publicUser(user), preferences: user.preferences, sessions, apiKeys, accounts };
  }

  async #ask(path: string, session: Session, query: Readonly<Record<string, string>>): Promise<unknown> {
    const { body } = await this.#options.gateway.handle({ method: 'GET', path, query, body: undefined, session, client: 'operator' });
    if (body.ret_code !== 0) throw new OperatorWrong(`${path}: ${body.ret_msg}`);
    return body.result;
  }

  async #pages(path: string, session: Session): Promise<readonly unknown[]> {
    const rows: unknown[] = [];
    let cursor = '';
    do {
      const query = { limit: PAGE, ...(cursor === '' ? {} : { cursor }) };
      const page = (await this.#ask(path, session, query)) as { readonly list: readonly unknown[]; readonly nextPageCursor: string };
      rows.push(...page.list);
      cursor = page.nextPageCursor;
    } while (cursor !== '');
    return rows;
  }
}

/** Without the hash of the password. */
function publicUser({ id, username, createdAt, labels, banned, accounts, chosen }: User): object {
  return { id, username, createdAt: new Date(createdAt).toISOString(), banned, ...labels, chosenAccount: chosen, accounts };
}

function checkedPassword(given: string | undefined): string {
  if (given === undefined) return randomBytes(PASSWORD_BYTES).toString('base64url');
  if (!readWire(passwordText, given).ok) throw new OperatorWrong('A password has 10 to 200 characters.');
  const weakness = weaknessOf(given);
  if (weakness !== undefined) throw new OperatorWrong(`The password is too easy to guess: ${weakness}.`);
  return given;
}

function readAmount(text: string): bigint {
  const units = parseDecimal(text);
  if (units === undefined || units <= 0n) throw new OperatorWrong(`'${text}' is not an amount above 0.`);
  return units;
}

/** Hundredths of a percent, within the largest change of a scenario. */
function readPercent(text: string): number {
  const units = parseDecimal(text);
  const size = units === undefined ? Number.NaN : Number(units) / 1_000_000;
  if (!Number.isInteger(size) || Math.abs(size) > SCENARIO_POINTS_MAX) {
    const most = SCENARIO_POINTS_MAX / 100;
    throw new OperatorWrong(`--percent must be from -${most} to ${most}, in steps of 0.01.`);
  }
  return size;
}

function readKind(text: string | undefined): AccountKind {
  const kind = readWire(accountKindText, text);
  if (!kind.ok) throw new OperatorWrong('The kind is one of regular, UTA, UTA2, PM.');
  return kind.value;
}

function wholeNumber(name: string, text: string, most: number, least = 0): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new OperatorWrong(`${name} must be a whole number from ${least} to ${most}.`);
  return value;
}

function oneOf<const Text extends string>(name: string, text: string, texts: readonly Text[]): Text {
  const found = texts.find((one) => one === text);
  if (found === undefined) throw new OperatorWrong(`${name} must be one of ${texts.join(', ')}.`);
  return found;
}
