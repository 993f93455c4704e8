import {
  LENT_COINS,
  coinTerms,
  liabilityOf,
  money,
  moneyUnits,
  parseDecimal,
  rateUnits,
  type Coin,
  type FundsMove,
  type PoolCoin,
} from '@tapedeck/domain';
import { moneyText, rateText, type InputOf } from '@tapedeck/protocol';
import { v5BorrowRequest, v5CollateralBatchRequest, v5CollateralRequest, v5CurrencyQuery, v5RepayRequest } from '@tapedeck/protocol/v5';
import type { Services } from '../../routes/route.ts';
import { countCommands } from '../count-commands.ts';
import type { Caller } from '../ports.ts';
import { badField } from '../replies.ts';
import { v5Done, v5Refused, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { withState } from './account-state.ts';
import { availableToBorrow } from './borrowing.ts';
import { wholeMargins } from './whole-margin.ts';

const SCALE = 100_000_000n;
/** As a share of its limit; 8 decimals. */
const usageOf = (owed: bigint, limit: bigint): string => moneyText(money(limit === 0n ? 0n : (owed * SCALE) / limit));

function collateralRow(coin: Coin, own: PoolCoin | undefined, available: string, isCollateral: boolean): object {
  const terms = coinTerms(coin);
  const limit = moneyUnits(terms.borrowLimit);
  const owed = own === undefined ? 0n : moneyUnits(liabilityOf(own));
  return {
    currency: coin,
    hourlyBorrowRate: rateText(terms.hourlyInterest),
    maxBorrowingAmount: moneyText(terms.borrowLimit),
    freeBorrowingLimit: moneyText(terms.interestFree),
    freeBorrowingAmount: '',
    freeBorrowAmount: '0',
    borrowAmount: moneyText(money(owed)),
    otherBorrowAmount: '0',
    availableToBorrow: available,
    borrowable: limit > 0n,
    borrowUsageRate: usageOf(owed, limit),
    marginCollateral: rateUnits(terms.collateral[0]?.ratio ?? terms.hourlyInterest) > 0n,
    collateralSwitch: isCollateral,
    collateralRatio: terms.collateral[0] === undefined ? '' : rateText(terms.collateral[0].ratio),
  };
}

/** Every coin that is lent or held: its collateral value and its debt. */
function collateralInfo({ currency }: InputOf<typeof v5CurrencyQuery>, services: Services, caller: Caller): Promise<V5Reply> {
  return withState(services, caller, (state) => {
    const margins = wholeMargins(state, caller.session.accountKind, services);
    const names = currency === undefined ? new Set([...LENT_COINS, ...state.cash.map(([coin]) => coin)]) : [currency];
    const list = [...names].map((coin) => {
      const own = margins?.coins.find((one) => one.coin === coin);
      const available = own === undefined || margins === undefined ? '0' : moneyText(availableToBorrow(own, margins));
      return collateralRow(coin, own, available, state.notCollateral?.includes(coin) !== true);
    });
    return v5Done({ list });
  });
}

async function setCollateral(coin: Coin, on: boolean, { venue }: Services, { session }: Caller): Promise<V5Reply> {
  const outcome = await venue.submit({ type: 'SetCollateral', account: session.account, coin, on });
  return outcome.refusal === undefined ? v5Done({}, { message: 'SUCCESS' }) : v5Refused(outcome.refusal);
}

/** In sequence; it ends at the first refusal. */
async function setCollaterals({ request }: InputOf<typeof v5CollateralBatchRequest>, services: Services, caller: Caller): Promise<V5Reply> {
  for (const { coin, collateralSwitch } of request) {
    const reply = await setCollateral(coin, collateralSwitch === 'ON', services, caller);
    if (reply.kind !== 'done') return reply;
  }
  return v5Done({ list: request }, { message: 'SUCCESS' });
}

async function move(
  name: FundsMove,
  { coin, amount }: { readonly coin: Coin; readonly amount: string },
  { venue }: Services,
  { session }: Caller,
): Promise<V5Reply> {
  const units = parseDecimal(amount);
  if (units === undefined || units <= 0n) return badField('amount');
  const outcome = await venue.submit({
    type: 'MoveFunds',
    account: session.account,
    coin,
    move: name,
    amount: money(units),
  });
  return outcome.refusal === undefined ? v5Done({}) : v5Refused(outcome.refusal);
}

async function borrow(request: InputOf<typeof v5BorrowRequest>, services: Services, caller: Caller): Promise<V5Reply> {
  const reply = await move('borrow', request, services, caller);
  return reply.kind === 'done' ? v5Done({ coin: request.coin, amount: request.amount }, { message: 'success' }) : reply;
}

const REPAY = '/v5/account/repay';

/** Repays a coin, or all liabilities; nothing is converted for it. */
async function repay({ coin, amount }: InputOf<typeof v5RepayRequest>, services: Services, caller: Caller): Promise<V5Reply> {
  if (coin === undefined && amount !== undefined) return badField('coin', 'is missing');
  return withState(services, caller, async (state) => {
    const owed = state.wallets.filter((one) => one.wallet === 'loan' && (coin === undefined || one.coin === coin));
    if (owed.length === 0) return badField('coin', 'is not owed');
    countCommands(REPAY, owed.length, services, caller);
    for (const one of owed) {
      const whole = moneyText(money(-moneyUnits(one.amount)));
      const reply = await move('repay', { coin: one.coin, amount: amount ?? whole }, services, caller);
      if (reply.kind !== 'done') return reply;
    }
    return v5Done({ resultStatus: 'SU' }, { message: 'success' });
  });
}

export const LENDING_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5CurrencyQuery>>({
    method: 'GET',
    path: '/v5/account/collateral-info',
    cost: 'light',
    access: 'read',
    limit: 50,
    summary: 'Collateral ratios and borrowing terms of coins.',
    request: v5CurrencyQuery,
    answer: collateralInfo,
  }),
  v5Route<InputOf<typeof v5CollateralRequest>>({
    method: 'POST',
    path: '/v5/account/set-collateral-switch',
    cost: 'command',
    access: 'trade',
    limit: 5,
    summary: 'Switches a coin on or off as collateral.',
    request: v5CollateralRequest,
    answer: ({ coin, collateralSwitch }, services, caller) => setCollateral(coin, collateralSwitch === 'ON', services, caller),
  }),
  v5Route<InputOf<typeof v5CollateralBatchRequest>>({
    method: 'POST',
    path: '/v5/account/set-collateral-switch-batch',
    cost: 'command',
    access: 'trade',
    limit: 5,
    summary: 'Switches several coins on or off as collateral.',
    request: v5CollateralBatchRequest,
    answer: setCollaterals,
  }),
  v5Route<InputOf<typeof v5BorrowRequest>>({
    method: 'POST',
    path: '/v5/account/borrow',
    cost: 'command',
    access: 'trade',
    limit: 5,
    summary: 'Borrows coins.',
    request: v5BorrowRequest,
    answer: borrow,
  }),
  v5Route<InputOf<typeof v5RepayRequest>>({
    method: 'POST',
    path: REPAY,
    cost: 'command',
    access: 'trade',
    limit: 5,
    summary: 'Repays borrowed coins.',
    request: v5RepayRequest,
    answer: repay,
  }),
  v5Route<InputOf<typeof v5RepayRequest>>({
    method: 'POST',
    path: '/v5/account/no-convert-repay',
    cost: 'command',
    access: 'trade',
    limit: 5,
    summary: 'Repays borrowed coins.',
    request: v5RepayRequest,
    answer: repay,
  }),
];
