import { CONVERSION_FEE, DOLLAR_COINS, coinTerms, type FundsMove, type MoveFunds, type Side, type TransferFunds } from '@tapedeck/domain';
import { ONE, type Plain, ceil, feeOf, floor, initialMargin, isolatedMargin, larger, plain, smaller, valueOf } from './naive-formulas.ts';
import { balanceOf, coinOf, freeCash, marginOf, opening, owed, poolOf, sideOrders } from './naive-margin.ts';
import { type NaiveAccount, type NaivePosition, type NaiveSettings, type NaiveState, coinsOf, isHouse, isPool } from './naive-state.ts';
import { type Wallet, leverageOf } from './naive-state.ts';

const positionsOf = (account: NaiveAccount, instrument: number): NaivePosition[] =>
  account.positions.filter((position) => position.instrument === instrument);

/** Whether an isolated position with this margin must be liquidated. */
export function isBroken(state: NaiveState, position: NaivePosition, margin = position.margin): boolean {
  const { gained, maintenance } = marginOf(state, { ...position, margin });
  return margin + gained <= maintenance;
}

function carried(state: NaiveState, account: NaiveAccount, instrument: number, side: Side): bigint {
  let sum = 0n;
  for (const position of positionsOf(account, instrument)) {
    sum += opening(sideOrders(state, position, side), side, position);
    if (position.side === side) sum += valueOf(state.instrument(instrument), position.size, state.mark(instrument));
  }
  return sum;
}

const needOf = (state: NaiveState, position: NaivePosition, settings: NaiveSettings): bigint =>
  isolatedMargin(state.terms(position.account, position.instrument), position.side, position.entry, leverageOf(settings, position.side));

/** Changes both leverages; returns the refusal reason. */
export function setLeverage(state: NaiveState, account: NaiveAccount, id: number, long: bigint, short: bigint): string | undefined {
  const settings = state.settings(account.id, id);
  const { tiers, leverageSections, settleCoin } = state.instrument(id);
  if (!settings.hedge && long !== short) return 'parameter';
  if (settings.long === long && settings.short === short) return 'leverageNotModified';
  for (const side of ['Buy', 'Sell'] as const) {
    const leverage = side === 'Buy' ? long : short;
    const value = carried(state, account, id, side);
    const highest = tiers.find((tier) => value <= tier.limit)?.maxLeverage;
    if (leverage < (leverageSections[0] ?? 100n) || highest === undefined || leverage > highest) return 'leverageOutOfRange';
  }
  const before = { ...settings };
  const open = settings.isolated ? positionsOf(account, id).filter((position) => position.size > 0) : [];
  const differences = open.map((position) => needOf(state, position, { ...settings, long, short }) - needOf(state, position, settings));
  Object.assign(settings, { long, short });
  const more = differences.reduce((sum, difference) => sum + larger(difference, 0n), 0n);
  const liquidates = open.some((position, at) => isBroken(state, position, position.margin + (differences[at] ?? 0n)));
  const after = balanceOf(state, account, settleCoin);
  if (liquidates || after.initial > after.balance || more > after.transferable) {
    Object.assign(settings, before);
    return liquidates ? 'wouldLiquidate' : 'insufficientBalance';
  }
  for (const [at, position] of open.entries()) {
    position.margin += differences[at] ?? 0n;
    state.pay(account, settleCoin, -(differences[at] ?? 0n));
  }
  return undefined;
}

function busy(state: NaiveState, account: NaiveAccount, instrument: number): boolean {
  const open = positionsOf(account, instrument).some((position) => position.size > 0);
  return open || state.ordersOf(account.id, instrument).length > 0;
}

export function setMarginMode(state: NaiveState, account: NaiveAccount, instrument: number, isolated: boolean): string | undefined {
  if (state.settings(account.id, instrument).isolated === isolated) return 'marginModeNotModified';
  const all = state.sharing(account, instrument);
  if (all.some((id) => busy(state, account, id))) return all.length > 1 ? 'accountMarginModeBusy' : 'marginModeBusy';
  for (const id of all) state.settings(account.id, id).isolated = isolated;
  return undefined;
}

export function setPositionMode(state: NaiveState, account: NaiveAccount, instrument: number, hedge: boolean): string | undefined {
  const settings = state.settings(account.id, instrument);
  if (settings.hedge === hedge) return 'positionModeNotModified';
  const waits = state.conditional.some((order) => order.account === account.id && order.instrument === instrument);
  if (waits || busy(state, account, instrument)) return 'positionModeBusy';
  settings.hedge = hedge;
  if (!hedge) settings.short = settings.long;
  return undefined;
}

export function addMargin(state: NaiveState, account: NaiveAccount, position: NaivePosition, amount: bigint): string | undefined {
  const settings = state.settings(account.id, position.instrument);
  if (!settings.isolated) return 'notIsolated';
  if (position.size === 0) return 'noPosition';
  const { settleCoin } = state.instrument(position.instrument);
  if (amount > balanceOf(state, account, settleCoin).transferable) return 'insufficientBalance';
  if (amount < 0n) {
    if (position.margin + amount < needOf(state, position, settings)) return 'insufficientBalance';
    if (isBroken(state, position, position.margin + amount)) return 'wouldLiquidate';
  }
  position.margin += amount;
  state.pay(account, settleCoin, -amount);
  return undefined;
}

export function setAutoAdd(state: NaiveState, position: NaivePosition, on: boolean): string | undefined {
  if (!state.settings(position.account, position.instrument).isolated) return 'notIsolated';
  if (position.size === 0) return 'noPosition';
  if (position.autoAdds === on) return 'autoMarginNotModified';
  position.autoAdds = on;
  return undefined;
}

/** Adds as many initial margins to a position as it needs, if its owner has turned that on; false if it must be liquidated. */
export function replenish(state: NaiveState, account: NaiveAccount, position: NaivePosition): boolean {
  const { settleCoin } = state.instrument(position.instrument);
  const leverage = leverageOf(state.settings(account.id, position.instrument), position.side);
  const most = smaller(balanceOf(state, account, settleCoin).transferable, larger(0n, position.entry - position.margin));
  let added = 0n;
  while (position.autoAdds && added < most && isBroken(state, position, position.margin + added)) {
    added = smaller(added + initialMargin(position.entry, leverage), most);
  }
  if (isBroken(state, position, position.margin + added)) return false;
  position.margin += added;
  state.pay(account, settleCoin, -added);
  return true;
}

/** Sets whether a coin counts as collateral. */
export function setCollateral(state: NaiveState, account: NaiveAccount, coin: string, on: boolean): string | undefined {
  if (account.kind === 'regular' || DOLLAR_COINS.has(coin)) return 'collateralFixed';
  if (!account.coins.has(coin)) return 'parameter';
  if (account.notCollateral.has(coin) !== on) return 'collateralNotModified';
  account.notCollateral[on ? 'delete' : 'add'](coin);
  const pool = poolOf(state, account);
  if (on || pool.balance - pool.haircut >= pool.initial) return undefined;
  account.notCollateral.delete(coin);
  return 'collateralNeeded';
}

/** Whether any account has a negative balance of a coin. */
function anybodyShort(state: NaiveState, coin: string): boolean {
  const loses = (held: NaivePosition): boolean => {
    const isolated = held.size > 0 && state.settings(held.account, held.instrument).isolated;
    return isolated && state.instrument(held.instrument).settleCoin === coin && held.margin + marginOf(state, held).gained < 0n;
  };
  return state.accounts.some((account) => {
    const { balance } = isPool(account) ? poolOf(state, account) : balanceOf(state, account, coin);
    return !isHouse(account.id) && (account.positions.some(loses) || (account.coins.has(coin) && balance < 0n));
  });
}

const inWallet = ({ wallets }: NaiveAccount, wallet: Wallet, coin: string): bigint => wallets[wallet].get(coin) ?? 0n;

const put = (account: NaiveAccount, wallet: Wallet, coin: string, amount: bigint): unknown =>
  account.wallets[wallet].set(coin, inWallet(account, wallet, coin) + amount);

/** Repays a loan from cash, at most `most`. */
function repay(state: NaiveState, account: NaiveAccount, coin: string, most?: bigint): void {
  const loan = -inWallet(account, 'loan', coin);
  const amount = smaller(loan, most ?? larger(0n, account.cash.get(coin) ?? 0n));
  put(account, 'loan', coin, amount);
  state.pay(account, coin, -amount);
}

/** Converts one coin for a liability in another at the house, at index prices less a fee. */
function convert(state: NaiveState, account: NaiveAccount, from: string, to: string): void {
  const given = coinOf(state, account, from);
  const [most, needed] = [smaller(given.cash, given.cash + given.gained - given.loan), owed(coinOf(state, account, to))];
  const [priceFrom, priceTo] = [given.price * (ONE - plain(CONVERSION_FEE)), state.coinPrice(to) * ONE];
  if (from === to || needed === 0n || most <= 0n || priceFrom <= 0n || priceTo <= 0n) return;
  const gives = smaller(ceil(needed * priceTo, priceFrom), most);
  state.pay(account, from, -gives);
  state.pay(account, to, smaller(needed, floor(gives * priceFrom, priceTo)));
}

/** Repays all liabilities of an account: loans with their own coin, then with other coins, lowest collateral ratio first. */
export function repayDebts(state: NaiveState, account: NaiveAccount): void {
  const coins = coinsOf(account);
  const ratio = (coin: string): number => Number(plain(coinTerms(coin)).collateral[0]?.ratio);
  for (const coin of coins) repay(state, account, coin);
  for (const to of coins) {
    for (const from of [...coins].sort((a, b) => ratio(a) - ratio(b))) convert(state, account, from, to);
    repay(state, account, to);
  }
}

/** Debts that no collateral covers are written off: the fund pays as far as it can. */
export function writeOff(state: NaiveState, account: NaiveAccount): void {
  for (const coin of coinsOf(account)) {
    const lacks = larger(0n, -(account.cash.get(coin) ?? 0n) - inWallet(account, 'loan', coin));
    const fund = state.insurance.get(coin) ?? 0n;
    state.insurance.set(coin, fund - smaller(lacks, fund));
    state.pay(account, coin, lacks);
    repay(state, account, coin);
  }
}

/** Charges interest and pays yield for every whole hour that has passed; true if one has. */
export function chargeInterest(state: NaiveState): boolean {
  const due = state.time >= state.interestAt;
  for (; state.time >= state.interestAt; state.interestAt += 3_600_000) {
    for (const account of state.accounts.filter(({ id }) => !isHouse(id))) {
      for (const coin of coinsOf(account)) {
        const { hourlyInterest, hourlyYield, interestFree } = plain(coinTerms(coin));
        const own = coinOf(state, account, coin);
        const on = own.loan + larger(0n, owed(own) - own.loan - interestFree);
        if (isPool(account)) state.pay(account, coin, -feeOf(on, hourlyInterest));
        put(account, 'savings', coin, floor(inWallet(account, 'savings', coin) * hourlyYield, ONE));
      }
    }
  }
  return due;
}

function refusedBorrowing(state: NaiveState, account: NaiveAccount, coin: string, amount: bigint): string | undefined {
  const { borrowLimit } = plain(coinTerms(coin));
  if (account.kind === 'regular' || borrowLimit === 0n) return 'notBorrowable';
  const own = coinOf(state, account, coin);
  if (amount > borrowLimit - own.loan - larger(0n, -own.cash)) return 'borrowLimit';
  const pool = poolOf(state, account, { ...own, cash: own.cash + amount, loan: own.loan + amount });
  return pool.balance - pool.haircut >= pool.initial ? undefined : 'insufficientBalance';
}

/** Amount of a coin that must stay in the account. */
function refusedLeaving(state: NaiveState, account: NaiveAccount, coin: string, amount: bigint): string | undefined {
  const [own, pool] = [coinOf(state, account, coin), poolOf(state, account)];
  const all = isPool(account) && pool.initial === 0n && pool.haircut === 0n;
  // A coin that is no collateral only covers liabilities in it.
  const unneeded = isPool(account) && account.notCollateral.has(coin) ? smaller(freeCash(own), own.cash + own.gained - own.loan) : 0n;
  const most = all ? freeCash(own) : larger(unneeded, balanceOf(state, account, coin).transferable);
  return amount > most ? 'walletTooSmall' : anybodyShort(state, coin) ? 'transfersPaused' : undefined;
}

function refusedMove(state: NaiveState, account: NaiveAccount, move: FundsMove, coin: string, amount: bigint): string | undefined {
  const short = (most: bigint): string | undefined => (amount > most ? 'walletTooSmall' : undefined);
  const own = coinOf(state, account, coin);
  switch (move) {
    case 'toFunding':
      return refusedLeaving(state, account, coin, amount);
    case 'toTrading':
      return short(inWallet(account, 'funding', coin));
    case 'subscribe':
      return plain(coinTerms(coin)).hourlyYield === 0n ? 'notSaved' : short(inWallet(account, 'funding', coin));
    case 'redeem':
      return short(inWallet(account, 'savings', coin));
    case 'borrow':
      return refusedBorrowing(state, account, coin, amount);
    case 'repay':
      if (own.loan === 0n) return 'nothingOwed';
      return smaller(amount, own.loan) > freeCash(own) ? 'walletTooSmall' : undefined;
  }
}

/** An amount of an untraded coin, or none. */
function unfit(state: NaiveState, coin: string, amount: bigint): string | undefined {
  const known = state.instruments.some(({ kind, settleCoin, baseCoin, quoteCoin }) =>
    (kind === 'Spot' ? [baseCoin, quoteCoin] : [settleCoin]).includes(coin),
  );
  return amount <= 0n || (!known && !DOLLAR_COINS.has(coin)) ? 'parameter' : undefined;
}

/** Moves coins into the cash of another account; returns the refusal reason. */
export function transferFunds(state: NaiveState, account: NaiveAccount, { to, coin, amount }: Plain<TransferFunds>): string | undefined {
  const other = state.accounts.find(({ id }) => id === to && !isHouse(id) && id !== account.id);
  const refused = unfit(state, coin, amount) ?? (other === undefined ? 'accountUnknown' : refusedLeaving(state, account, coin, amount));
  if (other === undefined || refused !== undefined) return refused;
  state.pay(account, coin, -amount);
  state.pay(other, coin, amount);
  return undefined;
}

/** Moves coins between the wallets of an account; returns the refusal reason. */
export function moveFunds(state: NaiveState, account: NaiveAccount, { move, coin, amount }: Plain<MoveFunds>): string | undefined {
  const refused = unfit(state, coin, amount) ?? refusedMove(state, account, move, coin, amount);
  if (refused !== undefined) return refused;
  account.coins.add(coin);
  if (move === 'repay') repay(state, account, coin, amount);
  else {
    const wallet = move === 'borrow' ? 'loan' : 'funding';
    const taken = move === 'toTrading' || move === 'subscribe' || move === 'borrow' ? -amount : amount;
    put(account, wallet, coin, taken);
    if (move === 'subscribe' || move === 'redeem') put(account, 'savings', coin, -taken);
    else state.pay(account, coin, -taken);
  }
  return undefined;
}
