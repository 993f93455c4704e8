import { BASE_FEE_TIER, feeRatesOf, moneyUnits, venueSymbol, withdrawable, type AccountState } from '@tapedeck/domain';
import { moneyText, rateText, type InputOf } from '@tapedeck/protocol';
import {
  v5AccountInstrumentsQuery,
  v5FeeQuery,
  v5HedgingRequest,
  v5MarginModeRequest,
  v5Nothing,
  v5WalletQuery,
  v5WithdrawalQuery,
} from '@tapedeck/protocol/v5';
import type { Services } from '../../routes/route.ts';
import { countCommands } from '../count-commands.ts';
import type { Caller } from '../ports.ts';
import { symbolUnknown } from '../replies.ts';
import { instrumentOf, listOf } from '../symbols.ts';
import { v5Done, v5Error, v5Refused, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { instruments } from '../market/instrument-routes.ts';
import { coinsOf, withState } from './account-state.ts';
import { encodeV5Wallet } from './encode-wallet.ts';
import { wholeMargins } from './whole-margin.ts';

const SECOND_MS = 1_000;
/** UTA2 accounts only. */
const UNIFIED_STATUS = 6;
const SETTINGS_UNCHANGED = 'marginModeNotModified';
const MODE_REFUSED = 3_400_045;
const NOT_HERE = 10_024;

/** Isolated if every changed contract is isolated, portfolio by the kind of the account. */
function marginModeOf({ settings }: AccountState, { session }: Caller): string {
  if (session.accountKind === 'PM') return 'PORTFOLIO_MARGIN';
  return settings.length > 0 && settings.every(({ marginMode }) => marginMode === 'isolated') ? 'ISOLATED_MARGIN' : 'REGULAR_MARGIN';
}

export function info(_query: object, services: Services, caller: Caller): Promise<V5Reply> {
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

const SET_MARGIN_MODE = '/v5/account/set-margin-mode';

/** Applies to every contract, because this exchange keeps modes per contract. */
async function setMarginMode(
  { setMarginMode: mode }: InputOf<typeof v5MarginModeRequest>,
  services: Services,
  caller: Caller,
): Promise<V5Reply> {
  const { session } = caller;
  if (mode === 'PORTFOLIO_MARGIN')
    return v5Error(MODE_REFUSED, 'Portfolio margin is a separate account: switch to it in the terminal and create a key there.');
  const marginMode = mode === 'ISOLATED_MARGIN' ? 'isolated' : 'cross';
  const contracts = [...listOf(services.catalogue, 'linear'), ...listOf(services.catalogue, 'inverse')].filter(
    ({ status }) => status === 'Trading',
  );
  countCommands(SET_MARGIN_MODE, contracts.length, services, caller);
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
    return v5Done({ list: category === 'option' ? list.slice(0, 1) : list });
  });
}

/** The same terms as for all users; retail price improvement orders are not offered. */
function instrumentsOfAccount(query: InputOf<typeof v5AccountInstrumentsQuery>, services: Services): V5Reply {
  const reply = instruments(query, services);
  if (reply.kind !== 'done') return reply;
  const { list } = reply.result as { readonly list: readonly object[] };
  const ofAccount = { isPublicRpi: false, myRpiPermission: false };
  return v5Done({ ...reply.result, list: list.map((row) => ({ ...row, ...ofAccount })) });
}

/** Transferable amount of the trading wallet, per coin. */
function withdrawal({ coinName }: InputOf<typeof v5WithdrawalQuery>, services: Services, caller: Caller): Promise<V5Reply> {
  return withState(services, caller, (state) => {
    const margins = wholeMargins(state, caller.session.accountKind, services);
    const amounts = (coinsOf(coinName) ?? []).map((coin) => {
      const own = margins?.coins.find((one) => one.coin === coin);
      const free = own === undefined || margins === undefined ? undefined : withdrawable(own, margins.of(coin), margins.pool);
      return [coin, free === undefined || moneyUnits(free) < 0n ? '0' : moneyText(free)] as const;
    });
    return v5Done({ availableWithdrawal: amounts[0]?.[1] ?? '0', availableWithdrawalMap: Object.fromEntries(amounts) });
  });
}

/** The same window for all products: it applies to the account. */
function disconnectInfo(_query: object, services: Services, caller: Caller): Promise<V5Reply> {
  return withState(services, caller, ({ disconnectWindow }) => {
    const timeWindow = String(Math.floor((disconnectWindow ?? 0) / SECOND_MS));
    const dcpStatus = disconnectWindow === undefined ? 'OFF' : 'ON';
    return v5Done({ dcpInfos: ['SPOT', 'DERIVATIVES', 'OPTIONS'].map((product) => ({ product, dcpStatus, timeWindow })) });
  });
}

/** Spot holdings do not hedge options here: it can only be turned off. */
const setHedging = ({ setHedgingMode }: InputOf<typeof v5HedgingRequest>): V5Reply =>
  setHedgingMode === 'OFF' ? v5Done({}, { message: 'SUCCESS' }) : v5Error(NOT_HERE, 'Spot hedging does not exist on this exchange.');

export const ACCOUNT_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5WalletQuery>>({
    method: 'GET',
    path: '/v5/account/wallet-balance',
    cost: 'light',
    access: 'read',
    limit: 50,
    summary: 'Balances of the account.',
    request: v5WalletQuery,
    answer: ({ coin }, services, caller) =>
      withState(services, caller, (state) =>
        v5Done({ list: [encodeV5Wallet(state, caller.session.accountKind, services, coinsOf(coin))] }),
      ),
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/account/info',
    cost: 'light',
    access: 'read',
    limit: 50,
    summary: 'Mode and settings of the account.',
    request: v5Nothing,
    answer: info,
  }),
  v5Route<InputOf<typeof v5MarginModeRequest>>({
    method: 'POST',
    path: SET_MARGIN_MODE,
    cost: 'command',
    access: 'trade',
    limit: 5,
    summary: 'Sets cross or isolated margin for all contracts.',
    request: v5MarginModeRequest,
    answer: setMarginMode,
  }),
  v5Route<InputOf<typeof v5FeeQuery>>({
    method: 'GET',
    path: '/v5/account/fee-rate',
    cost: 'list',
    access: 'read',
    limit: 5,
    summary: 'Fees of the account.',
    request: v5FeeQuery,
    answer: feeRates,
  }),
  v5Route<InputOf<typeof v5AccountInstrumentsQuery>>({
    method: 'GET',
    path: '/v5/account/instruments-info',
    cost: 'list',
    access: 'read',
    limit: 50,
    summary: 'Terms of instruments for the account.',
    request: v5AccountInstrumentsQuery,
    answer: instrumentsOfAccount,
  }),
  v5Route<InputOf<typeof v5WithdrawalQuery>>({
    method: 'GET',
    path: '/v5/account/withdrawal',
    cost: 'light',
    access: 'read',
    limit: 50,
    summary: 'Transferable amount of the trading wallet.',
    request: v5WithdrawalQuery,
    answer: withdrawal,
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/account/query-dcp-info',
    cost: 'light',
    access: 'read',
    limit: 50,
    summary: 'Time without a connection after which the exchange cancels the orders.',
    request: v5Nothing,
    answer: disconnectInfo,
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/account/smp-group',
    cost: 'light',
    access: 'read',
    limit: 50,
    summary: 'Self-match prevention group. There is none.',
    request: v5Nothing,
    answer: () => v5Done({ smpGroup: 0 }),
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/account/user-setting-config',
    cost: 'light',
    access: 'read',
    limit: 50,
    summary: 'Handling of prices outside the limits. The exchange refuses such orders.',
    request: v5Nothing,
    answer: () => v5Done({ lpaSpot: false, lpaPerp: false, deltaEnable: false, smsef: false, fmsef: false }),
  }),
  v5Route<InputOf<typeof v5HedgingRequest>>({
    method: 'POST',
    path: '/v5/account/set-hedging-mode',
    cost: 'command',
    access: 'trade',
    limit: 5,
    summary: 'Spot hedging. It is always off.',
    request: v5HedgingRequest,
    answer: setHedging,
  }),
];
