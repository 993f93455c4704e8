import { milliseconds, money, parseDecimal, type AccountState, type Money } from '@tapedeck/domain';
import { encodeTransaction, moneyText, type InputOf } from '@tapedeck/protocol';
import {
  v5CoinInfoQuery,
  v5CoinsQuery,
  v5FundsRequest,
  v5OneCoinQuery,
  v5TransferCoinsQuery,
  v5TransferRequest,
  v5TransfersQuery,
} from '@tapedeck/protocol/v5';
import { paperAmount } from '../../paper-funds.ts';
import { countWithin, type Services } from '../../routes/route.ts';
import { coinsOf, withState } from '../account/account-state.ts';
import { pastOf } from '../past.ts';
import type { Caller } from '../ports.ts';
import { badField, paged } from '../replies.ts';
import { v5Done, v5Error, v5Refused, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';

const LOG_MAX = 50;
const LOG_DEFAULT = 20;
const SAME_ACCOUNT = 131_211;

async function transfer(
  { transferId, coin, amount, fromAccountType, toAccountType }: InputOf<typeof v5TransferRequest>,
  { venue }: Services,
  { session }: Caller,
): Promise<V5Reply> {
  const units = parseDecimal(amount);
  if (units === undefined || units <= 0n) return badField('amount');
  if (fromAccountType === toAccountType) return v5Error(SAME_ACCOUNT, 'Source and target account are the same.');
  const move = toAccountType === 'FUND' ? 'toFunding' : 'toTrading';
  const outcome = await venue.submit({
    type: 'MoveFunds',
    account: session.account,
    coin,
    move,
    amount: money(units),
    requestId: transferId,
  });
  return outcome.refusal === undefined ? v5Done({ transferId, status: 'SUCCESS' }) : v5Refused(outcome.refusal);
}

/** One row per transfer: its ledger line of the trading wallet. */
function transfers(query: InputOf<typeof v5TransfersQuery>, { history }: Services, caller: Caller): Promise<V5Reply> | V5Reply {
  const limit = countWithin(query.limit, LOG_DEFAULT, 1, LOG_MAX);
  if (limit === undefined) return badField('limit');
  return paged(async () => {
    const coin = query.coin === undefined ? {} : { coin: query.coin };
    const page = await history.transactions({ ...pastOf(query, caller, limit), ...coin, kinds: ['transfer'] });
    const list = page.rows.flatMap(({ transaction, time, sequence, index }) => {
      const item = encodeTransaction(`${sequence}-${index}`, time, transaction, undefined);
      if (item.wallet !== undefined) return [];
      const leaves = item.amount.startsWith('-');
      const row = {
        transferId: item.id,
        coin: item.coin,
        amount: item.amount.replace('-', ''),
        fromAccountType: leaves ? 'UNIFIED' : 'FUND',
        toAccountType: leaves ? 'FUND' : 'UNIFIED',
        timestamp: String(milliseconds(time)),
        status: 'SUCCESS',
      };
      return query.transferId === undefined || query.transferId === row.transferId ? [row] : [];
    });
    return v5Done({ list, nextPageCursor: page.next });
  });
}

type WalletKind = InputOf<typeof v5CoinsQuery>['accountType'];

/** Balance of a wallet, per coin. */
function heldIn(state: AccountState, accountType: WalletKind): ReadonlyMap<string, Money> {
  if (accountType === 'UNIFIED') return new Map(state.cash);
  return new Map(state.wallets.filter(({ wallet }) => wallet === 'funding').map(({ coin, amount }) => [coin, amount]));
}

const balanceOf = (coin: string, held: ReadonlyMap<string, Money>) => {
  const amount = moneyText(held.get(coin) ?? money(0n));
  return { coin, walletBalance: amount, transferBalance: amount, bonus: '' };
};

function coinsBalance({ accountType, coin }: InputOf<typeof v5CoinsQuery>, services: Services, caller: Caller): Promise<V5Reply> | V5Reply {
  const wanted = coinsOf(coin);
  if (accountType === 'UNIFIED' && wanted === undefined) return badField('coin', 'is missing');
  return withState(services, caller, (state) => {
    const held = heldIn(state, accountType);
    const balance = (wanted ?? [...held.keys()]).map((name) => balanceOf(name, held));
    return v5Done({ accountType, memberId: String(caller.session.user), balance });
  });
}

function coinBalance({ accountType, coin }: InputOf<typeof v5OneCoinQuery>, services: Services, caller: Caller): Promise<V5Reply> {
  return withState(services, caller, (state) => {
    const balance = balanceOf(coin, heldIn(state, accountType));
    const { session } = caller;
    return v5Done({
      accountType,
      bizType: 1,
      accountId: String(session.account),
      memberId: String(session.user),
      balance: { ...balance, transferSafeAmount: '', ltvTransferSafeAmount: '' },
    });
  });
}

/** Every coin that is traded or settles a contract. */
const coinNames = ({ catalogue }: Pick<Services, 'catalogue'>): readonly string[] => [
  ...new Set(
    catalogue.instruments.flatMap(({ baseCoin, settleCoin, kind, quoteCoin }) => (kind === 'Spot' ? [baseCoin, quoteCoin] : [settleCoin])),
  ),
];

/** There are no on-chain deposits or withdrawals. */
function coinInfo({ coin }: InputOf<typeof v5CoinInfoQuery>, services: Services): V5Reply {
  const wanted = coinNames(services).filter((name) => coin === undefined || coin === '' || name === coin);
  return v5Done({ rows: wanted.map((name) => ({ name, coin: name, remainAmount: '0', chains: [] })) });
}

const FUNDS_TOO_EARLY = 10_006;

/** Paper funds: each coin once a day. */
async function paperFunds(
  { adjustType = 0, utaDemoApplyMoney = [] }: InputOf<typeof v5FundsRequest>,
  { users }: Services,
  { session }: Caller,
): Promise<V5Reply> {
  if (Number(adjustType) === 1) return badField('adjustType', 'must be 0: paper funds cannot be returned');
  const asked = utaDemoApplyMoney.length === 0 ? [{ coin: 'USDT', amountStr: '100000' }] : utaDemoApplyMoney;
  for (const { coin, amountStr } of asked) {
    const wanted = paperAmount(coin, amountStr);
    if ('why' in wanted) return badField('amountStr', wanted.why);
    const outcome = await users.paperFunds(session, coin, wanted.amount);
    if (outcome === 'done') continue;
    if ('retryAfterMs' in outcome) return v5Error(FUNDS_TOO_EARLY, `This account got paper funds of ${coin} less than a day ago.`);
    return v5Refused(outcome);
  }
  return v5Done({});
}

export const TRANSFER_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5TransferRequest>>({
    method: 'POST',
    path: '/v5/asset/transfer/inter-transfer',
    cost: 'command',
    access: 'trade',
    limit: 10,
    summary: 'Moves coins between the trading and the funding wallet.',
    request: v5TransferRequest,
    answer: transfer,
  }),
  v5Route<InputOf<typeof v5TransfersQuery>>({
    method: 'GET',
    path: '/v5/asset/transfer/query-inter-transfer-list',
    cost: 'past',
    access: 'read',
    limit: 50,
    summary: 'Transfers between the wallets, newest first.',
    request: v5TransfersQuery,
    answer: transfers,
  }),
  v5Route<InputOf<typeof v5CoinsQuery>>({
    method: 'GET',
    path: '/v5/asset/transfer/query-account-coins-balance',
    cost: 'light',
    access: 'read',
    limit: 5,
    summary: 'Coins of a wallet.',
    request: v5CoinsQuery,
    answer: coinsBalance,
  }),
  v5Route<InputOf<typeof v5OneCoinQuery>>({
    method: 'GET',
    path: '/v5/asset/transfer/query-account-coin-balance',
    cost: 'light',
    access: 'read',
    limit: 5,
    summary: 'One coin of a wallet.',
    request: v5OneCoinQuery,
    answer: coinBalance,
  }),
  v5Route<InputOf<typeof v5TransferCoinsQuery>>({
    method: 'GET',
    path: '/v5/asset/transfer/query-transfer-coin-list',
    cost: 'light',
    access: 'read',
    limit: 50,
    summary: 'Coins that can be moved between the wallets.',
    request: v5TransferCoinsQuery,
    answer: (_query, services) => v5Done({ list: coinNames(services) }),
  }),
  v5Route<InputOf<typeof v5CoinInfoQuery>>({
    method: 'GET',
    path: '/v5/asset/coin/query-info',
    cost: 'light',
    access: 'read',
    limit: 5,
    summary: 'Coins. None has a chain.',
    request: v5CoinInfoQuery,
    answer: coinInfo,
  }),
  v5Route<InputOf<typeof v5FundsRequest>>({
    method: 'POST',
    path: '/v5/account/demo-apply-money',
    cost: 'command',
    access: 'trade',
    limit: 1,
    summary: 'Paper funds.',
    request: v5FundsRequest,
    answer: paperFunds,
  }),
];
