import {
  BORROW_INITIAL_RATE,
  LENT_COINS,
  ZERO_MONEY,
  coinTerms,
  dollarValue,
  liabilityOf,
  minMoney,
  money,
  moneyUnits,
  parseDecimal,
  rateUnits,
  type AccountMargins,
  type Coin,
} from '@tapedeck/domain';
import { moneyText, rateText, type InputOf } from '@tapedeck/protocol';
import {
  v5CurrencyNeededQuery,
  v5CurrencyQuery,
  v5MarginLeverageRequest,
  v5MarginSwitchRequest,
  v5Nothing,
  v5RateHistoryQuery,
} from '@tapedeck/protocol/v5';
import type { Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { badField } from '../replies.ts';
import { v5Done, v5Error, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { withState } from './account-state.ts';
import { availableToBorrow, freeCash } from './borrowing.ts';
import { wholeMargins } from './whole-margin.ts';

const SCALE = 100_000_000n;
const HOUR_MS = 3_600_000;
const RATES_MAX = 720;
const RATES_DEFAULT = 24;
const ALWAYS_ON = 176_009;
const LEVERAGE_OUT_OF_RANGE = 176_034;
const NO_LEVEL = 'No VIP';
/** A debt requires one tenth as margin, which is a leverage of 10. */
const LEVERAGE = String(SCALE / rateUnits(BORROW_INITIAL_RATE));

function withMargins(services: Services, caller: Caller, answer: (margins: AccountMargins) => V5Reply): Promise<V5Reply> {
  return withState(services, caller, (state) => {
    const margins = wholeMargins(state, caller.session.accountKind, services);
    return margins === undefined ? v5Error(10_016, 'A price needed for this is missing at the moment.') : answer(margins);
  });
}

/** Dollars owed per dollar of equity. */
function effectiveLeverage({ coins, pool }: AccountMargins): string {
  const owed = coins.reduce((sum, coin) => sum + moneyUnits(dollarValue(liabilityOf(coin), coin.price)), 0n);
  const equity = pool === undefined ? 0n : moneyUnits(pool.equity);
  return owed === 0n || equity <= 0n ? '' : moneyText(money((owed * SCALE) / equity));
}

const terms = (coin: Coin): object => {
  const { collateral, borrowLimit, hourlyInterest } = coinTerms(coin);
  return {
    currency: coin,
    borrowable: moneyUnits(borrowLimit) > 0n,
    collateralRatio: collateral[0] === undefined ? '' : rateText(collateral[0].ratio),
    hourlyBorrowRate: rateText(hourlyInterest),
    liquidationOrder: String(LENT_COINS.indexOf(coin) + 1),
    marginCollateral: true,
    maxBorrowingAmount: moneyText(borrowLimit),
  };
};
const lentCoins = (currency: string | undefined): readonly Coin[] =>
  currency === undefined ? LENT_COINS : LENT_COINS.filter((coin) => coin === currency);

const dataOf = ({ currency }: InputOf<typeof v5CurrencyQuery>): V5Reply =>
  v5Done({ vipCoinList: [{ list: lentCoins(currency).map(terms), vipLevel: NO_LEVEL }] });

/** Collateral value of a holding, tier by tier. */
const collateralOf = ({ currency }: InputOf<typeof v5CurrencyQuery>): V5Reply =>
  v5Done({
    list: lentCoins(currency).map((coin) => {
      const { collateral } = coinTerms(coin);
      return {
        currency: coin,
        collateralRatioList: collateral.map(({ upTo, ratio }, at) => {
          const before = collateral[at - 1]?.upTo;
          return {
            minQty: before === undefined ? '0' : moneyText(before),
            maxQty: upTo === undefined ? '' : moneyText(upTo),
            collateralRatio: rateText(ratio),
          };
        }),
      };
    }),
  });

/** The rate of a coin never changed: every hour has the same. */
function rateHistory({ currency, startTime, endTime }: InputOf<typeof v5RateHistoryQuery>, { now }: Services): V5Reply {
  if (!LENT_COINS.includes(currency)) return badField('currency');
  const last = Math.floor(Math.min(Number(endTime ?? now()), now()) / HOUR_MS) * HOUR_MS;
  const first = startTime === undefined ? last - (RATES_DEFAULT - 1) * HOUR_MS : Number(startTime);
  const hourlyBorrowRate = rateText(coinTerms(currency).hourlyInterest);
  const list: object[] = [];
  for (let timestamp = last; timestamp >= first && list.length < RATES_MAX; timestamp -= HOUR_MS)
    list.push({ timestamp, currency, hourlyBorrowRate, vipLevel: NO_LEVEL });
  return v5Done({ list });
}

/** Orders borrow on request (`isLeverage`): there is no switch. */
const switchMode = ({ spotMarginMode }: InputOf<typeof v5MarginSwitchRequest>): V5Reply =>
  Number(spotMarginMode) === 1
    ? v5Done({ spotMarginMode: '1' })
    : v5Error(ALWAYS_ON, 'Spot margin is always on: an order borrows only when its isLeverage is 1.');

function setLeverage({ leverage }: InputOf<typeof v5MarginLeverageRequest>): V5Reply {
  if (parseDecimal(leverage) === parseDecimal(LEVERAGE)) return v5Done({});
  return v5Error(LEVERAGE_OUT_OF_RANGE, `The leverage of spot margin is always ${LEVERAGE}: the margin of a loan is a tenth of it.`);
}

function maxBorrowable({ currency }: InputOf<typeof v5CurrencyNeededQuery>, services: Services, caller: Caller): Promise<V5Reply> {
  return withMargins(services, caller, (margins) => {
    const own = margins.coins.find(({ coin }) => coin === currency);
    return v5Done({ currency, maxLoan: own === undefined ? '0' : moneyText(availableToBorrow(own, margins)) });
  });
}

/** Debt that can be repaid without selling anything. */
function repayable({ currency }: InputOf<typeof v5CurrencyNeededQuery>, services: Services, caller: Caller): Promise<V5Reply> {
  return withMargins(services, caller, (margins) => {
    const own = margins.coins.find(({ coin }) => coin === currency);
    return v5Done({ currency, lossLessRepaymentAmount: moneyText(own === undefined ? ZERO_MONEY : minMoney(own.loan, freeCash(own))) });
  });
}

export const SPOT_MARGIN_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5MarginSwitchRequest>>({
    method: 'POST',
    path: '/v5/spot-margin-trade/switch-mode',
    cost: 'command',
    access: 'trade',
    limit: 5,
    summary: 'Switches spot margin trading on. It is always on.',
    request: v5MarginSwitchRequest,
    answer: switchMode,
  }),
  v5Route<InputOf<typeof v5MarginLeverageRequest>>({
    method: 'POST',
    path: '/v5/spot-margin-trade/set-leverage',
    cost: 'command',
    access: 'trade',
    limit: 5,
    summary: 'Leverage of spot margin trading. It is fixed.',
    request: v5MarginLeverageRequest,
    answer: setLeverage,
  }),
  v5Route<object>({
    method: 'GET',
    path: '/v5/spot-margin-trade/state',
    cost: 'light',
    access: 'read',
    limit: 5,
    summary: 'Leverage of borrowed coins.',
    request: v5Nothing,
    answer: (_query, services, caller) =>
      withMargins(services, caller, (margins) =>
        v5Done({ spotLeverage: LEVERAGE, spotMarginMode: '1', effectiveLeverage: effectiveLeverage(margins) }),
      ),
  }),
  v5Route<InputOf<typeof v5CurrencyQuery>>({
    method: 'GET',
    path: '/v5/spot-margin-trade/coinstate',
    cost: 'light',
    access: 'read',
    limit: 5,
    summary: 'Leverage of each coin.',
    request: v5CurrencyQuery,
    answer: ({ currency }) => v5Done({ list: lentCoins(currency).map((coin) => ({ currency: coin, spotLeverage: LEVERAGE })) }),
  }),
  v5Route<InputOf<typeof v5CurrencyNeededQuery>>({
    method: 'GET',
    path: '/v5/spot-margin-trade/max-borrowable',
    cost: 'light',
    access: 'read',
    limit: 5,
    summary: 'Largest amount of a coin that the account can borrow.',
    request: v5CurrencyNeededQuery,
    answer: maxBorrowable,
  }),
  v5Route<InputOf<typeof v5CurrencyNeededQuery>>({
    method: 'GET',
    path: '/v5/spot-margin-trade/repayment-available-amount',
    cost: 'light',
    access: 'read',
    limit: 5,
    summary: 'Largest amount of a loan that the account can repay.',
    request: v5CurrencyNeededQuery,
    answer: repayable,
  }),
  v5Route<InputOf<typeof v5RateHistoryQuery>>({
    method: 'GET',
    path: '/v5/spot-margin-trade/interest-rate-history',
    cost: 'list',
    access: 'read',
    limit: 5,
    summary: 'Hourly interest rates, newest first.',
    request: v5RateHistoryQuery,
    answer: rateHistory,
  }),
  v5Route<InputOf<typeof v5CurrencyQuery>>({
    method: 'GET',
    path: '/v5/spot-margin-trade/data',
    cost: 'light',
    access: 'public',
    summary: 'Borrowing terms of coins.',
    request: v5CurrencyQuery,
    answer: dataOf,
  }),
  v5Route<InputOf<typeof v5CurrencyQuery>>({
    method: 'GET',
    path: '/v5/spot-margin-trade/collateral',
    cost: 'light',
    access: 'public',
    summary: 'Collateral ratios by tier.',
    request: v5CurrencyQuery,
    answer: collateralOf,
  }),
];
