import {
  v5CoinInfoQuery,
  v5WalletQuery,
  v5MarginModeRequest,
  v5FeeQuery,
  v5LogQuery,
  v5TransferRequest,
  v5TransfersQuery,
  v5CoinsQuery,
  v5Nothing,
  type InputOf,
} from '@tapedeck/protocol';
import {
  BASE_FEE_TIER,
  feeRatesOf,
  milliseconds,
  money,
  moneyUnits,
  parseDecimal,
  refusal,
  venueSymbol,
  type AccountState,
  type LedgerKind,
} from '@tapedeck/domain';
import { encodeTransaction, moneyText, rateText } from '@tapedeck/protocol';
import { CursorUnknown } from '@tapedeck/venue';
import { countWithin, type Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { badField, symbolUnknown } from '../replies.ts';
import { categoryOf, instrumentOf, listOf } from '../symbols.ts';
import { v5Done, v5Error, v5Refused, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { encodeV5Wallet } from './encode-wallet.ts';

const SECOND_MS = 1_000;
const LOG_MAX = 50;
const LOG_DEFAULT = 20;
/** Of a unified account of the second kind (reference, section 1.6). */
const UNIFIED_STATUS = 6;
const SETTINGS_UNCHANGED = 'marginModeNotModified';
const MODE_REFUSED = 3_400_045;

async function withState(
  services: Services,
  { session }: Caller,
  answer: (state: AccountState) => V5Reply | Promise<V5Reply>,
): Promise<V5Reply> {
  const snapshot = await services.venue.account(session.account);
  return snapshot === undefined ? v5Refused(refusal('accountUnknown')) : answer(snapshot.state);
}

/** Isolated once every contract that was set is isolated, portfolio by the kind of the account. */
function marginModeOf({ settings }: AccountState, { session }: Caller): string {
  if (session.accountKind === 'PM') return 'PORTFOLIO_MARGIN';
  return settings.length > 0 && settings.every(({ marginMode }) => marginMode === 'isolated') ? 'ISOLATED_MARGIN' : 'REGULAR_MARGIN';
}

function info(_query: object, services: Services, caller: Caller): Promise<V5Reply> {
  return withState(services, caller, (state) =>
    v5Done({
      unifiedMarginStatus: UNIFIED_STATUS,
      marginMode: marginModeOf(state, caller),
      isMasterTrader: caller.session.labels.copyRole === 'leader',
      spotHedgingStatus: 'OFF',
      updatedTime: String(services.now()),
      dcpStatus: state.disconnectWindow === undefined ? 'OFF' : 'ON',
      timeWindow: Math.floor((state.disconnectWindow ?? 0) / SECOND_MS),
      smpGroup: 0,
    }),
  );
}

/** Of every contract: the modes of this exchange belong to contracts. */
async function setMarginMode(
  { setMarginMode: mode }: InputOf<typeof v5MarginModeRequest>,
  services: Services,
  { session }: Caller,
): Promise<V5Reply> {
  if (mode === 'PORTFOLIO_MARGIN')
    return v5Error(MODE_REFUSED, 'Portfolio margin belongs to an account of its own: switch to it in the terminal and make a key there.');
  const marginMode = mode === 'ISOLATED_MARGIN' ? 'isolated' : 'cross';
  const contracts = [...listOf(services.catalogue, 'linear'), ...listOf(services.catalogue, 'inverse')].filter(
    ({ status }) => status === 'Trading',
  );
  const outcomes = await Promise.all(
    contracts.map(({ id }) => services.venue.submit({ type: 'SetMarginMode', account: session.account, instrument: id, marginMode })),
  );
  const failed = outcomes.flatMap(({ refusal: why }, at) => (why === undefined || why.reason === SETTINGS_UNCHANGED ? [] : [{ why, at }]));
  const reasons = failed.map(({ why, at }) => ({
    reasonCode: String(MODE_REFUSED),
    reasonMsg: `${contracts[at]?.symbol ?? ''}: ${why.reason}`,
  }));
  if (failed[0] !== undefined) return v5Refused(failed[0].why);
  return v5Done({ reasons }, { message: 'Request accepted' });
}

function feeRates(
  { category, symbol, baseCoin }: InputOf<typeof v5FeeQuery>,
  services: Services,
  caller: Caller,
): Promise<V5Reply> | V5Reply {
  const named = symbol === undefined ? undefined : instrumentOf(services.catalogue, category, symbol);
  if (symbol !== undefined && named === undefined) return symbolUnknown();
  return withState(services, caller, (state) => {
    const all =
      named === undefined
        ? listOf(services.catalogue, category).filter((one) => baseCoin === undefined || one.baseCoin === baseCoin)
        : [named];
    const list = all.map((one) => {
      const { maker, taker } = feeRatesOf(one, state.feeTier ?? BASE_FEE_TIER);
      return {
        symbol: category === 'option' ? '' : venueSymbol(one),
        baseCoin: category === 'option' ? one.baseCoin : '',
        takerFeeRate: rateText(taker),
        makerFeeRate: rateText(maker),
      };
    });
    return v5Done({ category, list: category === 'option' ? list.slice(0, 1) : list });
  });
}

const LOG_TYPES: Readonly<Partial<Record<LedgerKind, string>>> = {
  fee: 'TRADE',
  funding: 'SETTLEMENT',
  liquidation: 'LIQUIDATION',
  deleveraging: 'ADL',
  delivery: 'DELIVERY',
  borrow: 'BORROW',
  repay: 'REPAY',
  interest: 'INTEREST',
  deposit: 'TRANSFER_IN',
};

async function transactionLog(query: InputOf<typeof v5LogQuery>, { catalogue, history }: Services, { session }: Caller): Promise<V5Reply> {
  const limit = countWithin(query.limit, LOG_DEFAULT, 1, LOG_MAX);
  if (limit === undefined) return badField('limit');
  const { category, baseCoin } = query;
  const instruments =
    category === undefined && baseCoin === undefined
      ? undefined
      : catalogue.instruments
          .filter(
            (one) => (category === undefined || categoryOf(one) === category) && (baseCoin === undefined || one.baseCoin === baseCoin),
          )
          .map(({ id }) => id);
  try {
    const page = await history.transactions({
      account: session.account,
      ...(instruments !== undefined && { instruments }),
      ...(query.currency !== undefined && { coin: query.currency }),
      ...(query.startTime !== undefined && { from: Number(query.startTime) }),
      ...(query.endTime !== undefined && { to: Number(query.endTime) + 1 }),
      cursor: query.cursor ?? '',
      limit,
    });
    const list = page.rows.map(({ transaction, time, sequence, index }) => {
      const instrument = transaction.instrument < 0 ? undefined : catalogue.byId(transaction.instrument);
      const item = encodeTransaction(`${sequence}-${index}`, time, transaction, instrument);
      const isFunding = transaction.kind === 'funding';
      const isOutgoing = item.amount.startsWith('-');
      return {
        id: item.id,
        symbol: instrument === undefined ? '' : venueSymbol(instrument),
        category: instrument === undefined ? '' : (categoryOf(instrument) ?? ''),
        side: 'None',
        transactionTime: String(milliseconds(time)),
        type: LOG_TYPES[transaction.kind] ?? (transaction.kind === 'transfer' ? (isOutgoing ? 'TRANSFER_OUT' : 'TRANSFER_IN') : 'TRADE'),
        transSubType: '',
        qty: '',
        size: '',
        currency: item.coin,
        tradePrice: '',
        funding: isFunding ? item.amount : '',
        fee: transaction.kind === 'fee' ? moneyText(money(-moneyUnits(transaction.amount))) : '0',
        cashFlow: isFunding || transaction.kind === 'fee' ? '0' : item.amount,
        change: item.amount,
        cashBalance: item.cashBalance,
        feeRate: '',
        bonusChange: '',
        tradeId: '',
        orderId: '',
        orderLinkId: '',
        extraFees: '',
      };
    });
    return v5Done({ list, nextPageCursor: page.next });
  } catch (error) {
    if (error instanceof CursorUnknown) return badField('cursor');
    throw error;
  }
}

const SAME_ACCOUNT = 131_211;

async function transfer(
  { transferId, coin, amount, fromAccountType, toAccountType }: InputOf<typeof v5TransferRequest>,
  { venue }: Services,
  { session }: Caller,
): Promise<V5Reply> {
  const units = parseDecimal(amount);
  if (units === undefined || units <= 0n) return badField('amount');
  if (fromAccountType === toAccountType) return v5Error(SAME_ACCOUNT, 'The account to transfer to is the one to transfer from.');
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

/** One row a transfer: its line of the trading wallet. */
async function transfers(query: InputOf<typeof v5TransfersQuery>, { history }: Services, { session }: Caller): Promise<V5Reply> {
  const limit = countWithin(query.limit, LOG_DEFAULT, 1, LOG_MAX);
  if (limit === undefined) return badField('limit');
  const page = await history.transactions({
    account: session.account,
    kinds: ['transfer'],
    ...(query.coin !== undefined && { coin: query.coin }),
    ...(query.startTime !== undefined && { from: Number(query.startTime) }),
    ...(query.endTime !== undefined && { to: Number(query.endTime) + 1 }),
    cursor: query.cursor ?? '',
    limit,
  });
  const list = page.rows.flatMap(({ transaction, time, sequence, index }) => {
    const { amount, coin, wallet } = encodeTransaction(`${sequence}-${index}`, time, transaction, undefined);
    if (wallet !== undefined) return [];
    const leaves = amount.startsWith('-');
    const [fromAccountType, toAccountType] = leaves ? ['UNIFIED', 'FUND'] : ['FUND', 'UNIFIED'];
    const row = {
      transferId: `${sequence}-${index}`,
      coin,
      amount: amount.replace('-', ''),
      fromAccountType,
      toAccountType,
      timestamp: String(milliseconds(time)),
      status: 'SUCCESS',
    };
    return [row];
  });
  return v5Done({ list, nextPageCursor: page.next });
}

function coinsBalance({ accountType, coin }: InputOf<typeof v5CoinsQuery>, services: Services, caller: Caller): Promise<V5Reply> | V5Reply {
  const wanted = coin === undefined || coin === '' ? undefined : coin.split(',');
  if (accountType === 'UNIFIED' && wanted === undefined) return badField('coin', 'is missing');
  return withState(services, caller, (state) => {
    const held =
      accountType === 'FUND'
        ? state.wallets.filter(({ wallet }) => wallet === 'funding').map(({ coin: name, amount }) => [name, amount] as const)
        : state.cash;
    const amountOf = (name: string): string => moneyText(held.find(([one]) => one === name)?.[1] ?? money(0n));
    const names = wanted ?? held.map(([name]) => name);
    const balance = names.map((name) => ({ coin: name, walletBalance: amountOf(name), transferBalance: amountOf(name), bonus: '' }));
    return v5Done({ accountType, memberId: String(caller.session.user), balance });
  });
}

/** What the key is and may do (reference, section 3.5). */
function queryApi(_query: object, { apiKeyDesk, now }: Services, { keyId, scopes, session }: Caller): V5Reply {
  const key = apiKeyDesk.list(session.user).find(({ id }) => id === keyId);
  const trades = scopes.has('trade');
  const list = (...names: string[]): readonly string[] => (trades ? names : []);
  const expiresAt = key?.expiresAt;
  return v5Done({
    id: keyId,
    note: key?.name ?? '',
    apiKey: keyId,
    readOnly: trades ? 0 : 1,
    secret: '',
    permissions: {
      ContractTrade: list('Order', 'Position'),
      Spot: list('SpotTrade'),
      Wallet: list('AccountTransfer'),
      Options: list('OptionsTrade'),
      Derivatives: list('DerivativesTrade'),
      Exchange: [],
      Earn: [],
      CopyTrading: [],
      BlockTrade: [],
      NFT: [],
      Affiliate: [],
    },
    ips: key === undefined || key.addresses.length === 0 ? ['*'] : key.addresses,
    type: 1,
    deadlineDay: expiresAt === undefined ? -1 : Math.max(0, Math.floor((expiresAt - now()) / 86_400_000)),
    expiredAt: expiresAt === undefined ? '' : new Date(expiresAt).toISOString(),
    createdAt: key === undefined ? '' : new Date(key.createdAt).toISOString(),
    unified: 0,
    uta: 1,
    userID: session.user,
    inviterID: 0,
    vipLevel: session.labels.vipLevel === 0 ? 'No VIP' : `VIP-${session.labels.vipLevel}`,
    mktMakerLevel: '0',
    affiliateID: 0,
    rsaPublicKey: '',
    isMaster: true,
    parentUid: '0',
    kycLevel: 'LEVEL_DEFAULT',
    kycRegion: '',
  });
}

/** Every coin that something is traded or settled in; v5Nothing can be deposited or withdrawn on a chain. */
function coinInfo({ coin }: { readonly coin?: string | undefined }, { catalogue }: Services): V5Reply {
  const names = new Set(
    catalogue.instruments.flatMap(({ baseCoin, settleCoin, kind, quoteCoin }) => (kind === 'Spot' ? [baseCoin, quoteCoin] : [settleCoin])),
  );
  const wanted = coin === undefined || coin === '' ? [...names] : [...names].filter((name) => name === coin);
  return v5Done({ rows: wanted.map((name) => ({ name, coin: name, remainAmount: '0', chains: [] })) });
}

export const ACCOUNT_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5WalletQuery>>({
    method: 'GET',
    path: '/v5/account/wallet-balance',
    access: 'read',
    limit: 50,
    summary: 'What the account holds.',
    request: v5WalletQuery,
    answer: ({ coin }, services, caller) =>
      withState(services, caller, (state) =>
        v5Done({ list: [encodeV5Wallet(state, services, coin === undefined || coin === '' ? undefined : coin.split(','))] }),
      ),
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/account/info',
    access: 'read',
    limit: 50,
    summary: 'Mode and settings of the account.',
    request: v5Nothing,
    answer: info,
  }),
  v5Route<InputOf<typeof v5MarginModeRequest>>({
    method: 'POST',
    path: '/v5/account/set-margin-mode',
    access: 'trade',
    limit: 5,
    summary: 'Sets cross or isolated margin for all contracts.',
    request: v5MarginModeRequest,
    answer: setMarginMode,
  }),
  v5Route<InputOf<typeof v5FeeQuery>>({
    method: 'GET',
    path: '/v5/account/fee-rate',
    access: 'read',
    limit: 5,
    summary: 'Fees of the account.',
    request: v5FeeQuery,
    answer: feeRates,
  }),
  v5Route<InputOf<typeof v5LogQuery>>({
    method: 'GET',
    path: '/v5/account/transaction-log',
    access: 'read',
    limit: 25,
    summary: 'Movements of cash, newest first.',
    request: v5LogQuery,
    answer: transactionLog,
  }),
  v5Route<InputOf<typeof v5TransferRequest>>({
    method: 'POST',
    path: '/v5/asset/transfer/inter-transfer',
    access: 'trade',
    limit: 10,
    summary: 'Moves coins between the trading and the funding wallet.',
    request: v5TransferRequest,
    answer: transfer,
  }),
  v5Route<InputOf<typeof v5TransfersQuery>>({
    method: 'GET',
    path: '/v5/asset/transfer/query-inter-transfer-list',
    access: 'read',
    limit: 50,
    summary: 'Transfers between the wallets, newest first.',
    request: v5TransfersQuery,
    answer: transfers,
  }),
  v5Route<InputOf<typeof v5CoinsQuery>>({
    method: 'GET',
    path: '/v5/asset/transfer/query-account-coins-balance',
    access: 'read',
    limit: 5,
    summary: 'Coins of a wallet.',
    request: v5CoinsQuery,
    answer: coinsBalance,
  }),
  v5Route<{ readonly coin?: string | undefined }>({
    method: 'GET',
    path: '/v5/asset/coin/query-info',
    access: 'read',
    limit: 5,
    summary: 'Coins; none has a chain.',
    request: v5CoinInfoQuery,
    answer: coinInfo,
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/user/query-api',
    access: 'read',
    limit: 10,
    summary: 'The key that asks.',
    request: v5Nothing,
    answer: queryApi,
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/system/status',
    access: 'public',
    summary: 'Maintenance: none is planned.',
    request: v5Nothing,
    answer: () => v5Done({ list: [] }),
  }),
];
