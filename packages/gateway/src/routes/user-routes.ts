import { formatDecimal, moneyUnits } from '@tapedeck/domain';
import {
  emptyRequest,
  paperFundsRequest,
  paperFundsResult,
  preferencesRequest,
  preferencesResult,
  sessionResult,
  switchAccountRequest,
} from '@tapedeck/protocol';
import type { PaperFundsRequest, PreferencesRequest, PreferencesResult, SwitchAccountRequest } from '@tapedeck/protocol';
import { badParameter, done, later, refused, type Reply } from '../answers.ts';
import { paperAmount } from '../paper-funds.ts';
import type { Session } from '../ports.ts';
import { route, type Route, type Services } from './route.ts';
import { describeSession } from './session-routes.ts';

const PREFERENCES_PATH = '/v3/private/user/member/pref-setting';

async function switchAccount({ accountKind, isDemo }: SwitchAccountRequest, services: Services, session: Session): Promise<Reply> {
  const wanted = { kind: accountKind, isDemo: isDemo ?? session.isDemo };
  const switched = await services.users.switchAccount(session, wanted);
  if (switched.account !== session.account) {
    // Earlier streams and tokens belong to the other account.
    services.tokens.revoke(session.id);
    services.streams.endSession(session.id, 'accountSwitched');
  }
  return done(describeSession(switched, services));
}

async function paperFunds({ coin, amount }: PaperFundsRequest, services: Services, session: Session): Promise<Reply> {
  const asked = paperAmount(coin, amount);
  if ('why' in asked) return badParameter('amount', asked.why);
  const outcome = await services.users.paperFunds(session, coin, asked.amount);
  if (outcome === 'done') return done({ coin, amount: formatDecimal(moneyUnits(asked.amount)) });
  return 'retryAfterMs' in outcome ? later('fundsTooEarly', outcome) : refused(outcome);
}

const preferencesOf = ({ users }: Services, session: Session): PreferencesResult => ({ keys: { ...users.preferences(session.user) } });

export const USER_ROUTES: readonly Route[] = [
  route<SwitchAccountRequest>({
    method: 'POST',
    path: '/contract/v5/account/switch',
    cost: 'light',
    access: 'user',
    effect: 'session',
    summary: 'Selects an account of another kind or mode and opens it if necessary. Private streams must reconnect.',
    request: switchAccountRequest,
    result: sessionResult,
    answer: switchAccount,
  }),
  route<PaperFundsRequest>({
    method: 'POST',
    path: '/contract/v5/account/paper-funds',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary:
      'Credits paper funds to the account, once per day and coin: at most 100,000 USDT or USDC, 2 BTC, 30 ETH, or 10,000 of any other coin.',
    request: paperFundsRequest,
    result: paperFundsResult,
    fails: ['fundsTooEarly'],
    answer: paperFunds,
  }),
  route<object>({
    method: 'GET',
    path: PREFERENCES_PATH,
    cost: 'light',
    access: 'user',
    effect: 'none',
    summary: 'The preferences of the user.',
    request: emptyRequest,
    result: preferencesResult,
    answer: (_query, services, session) => done(preferencesOf(services, session)),
  }),
  route<PreferencesRequest>({
    method: 'POST',
    path: PREFERENCES_PATH,
    cost: 'light',
    access: 'user',
    effect: 'session',
    summary: 'Sets the given preferences. null deletes one.',
    request: preferencesRequest,
    result: preferencesResult,
    answer: (request, services, session) => {
      const kept = services.users.changePreferences(session.user, request.upsert_keys);
      return kept === 'done' ? done(preferencesOf(services, session)) : badParameter('upsert_keys', kept.why);
    },
  }),
];
