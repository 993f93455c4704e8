import {
  ZERO_MONEY,
  addMoney,
  holdingAtLeverage,
  isolatedNeed,
  leverageHundredths,
  liquidatableWith,
  lots,
  maxLeverageFor,
  maxMoney,
  negateMoney,
  openingValue,
  refusal,
  sharesMarginMode,
  subtractMoney,
  type AddMargin,
  type Leverage,
  type Money,
  type Outcome,
  type Refusal,
  type SetLeverage,
  type SetMarginMode,
  type SetPositionMode,
  type Side,
} from '@tapedeck/domain';
import { settleMargin } from '../margin/settle-margin.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';
import { moveCash } from '../funds/move-cash.ts';

function changed(state: ExchangeState, slot: Slot): Outcome {
  state.tell({ type: 'SettingsChanged', settings: slot.settings() });
  return {};
}

/** Value of one side's position and opening orders: the figure that the risk limit bounds. */
function exposure(slot: Slot, market: Market, side: Side): Money {
  let sum = ZERO_MONEY;
  for (const position of slot.positions) {
    const totals = slot.totals(position.index);
    const [count, value] = side === 'Buy' ? [totals.buyLots, totals.buyValue] : [totals.sellLots, totals.sellValue];
    sum = addMoney(sum, openingValue(side, count, value, { side: position.side, size: lots(position.size) }));
    if (position.size > 0 && position.side === side) sum = addMoney(sum, position.marginAt(market.mark).value);
  }
  return sum;
}

function leverageRefusal(slot: Slot, market: Market, side: Side, value: Leverage): Refusal | undefined {
  const [lowest] = slot.instrument.leverageSections;
  const highest = maxLeverageFor(slot.instrument.tiers, exposure(slot, market, side));
  const times = (bound: Leverage): string => (Number(leverageHundredths(bound)) / 100).toString();
  if (lowest !== undefined && value < lowest) return refusal('leverageOutOfRange', { limit: times(lowest) });
  if (highest !== undefined && value <= highest) return undefined;
  return refusal('leverageOutOfRange', { limit: highest === undefined ? '1' : times(highest) });
}

/** Margin that an isolated position needs at its leverage: initial margin by entry value and the closing fee. */
function needOf(position: Position): Money {
  return isolatedNeed(position.slot.instrument, position.side, position.entryValue, position.leverage);
}

/** Whether another margin would liquidate the position immediately. */
function endsWith(position: Position, margin: Money, market: Market): boolean {
  return liquidatableWith(position.slot.instrument, position.holding(), margin, market.mark);
}

function isolatedPositions(slot: Slot): readonly Position[] {
  return slot.marginMode === 'isolated' ? slot.positions.filter((position) => position.size > 0) : [];
}

function applyLeverage(slot: Slot, long: Leverage, short: Leverage): void {
  slot.longLeverage = long;
  slot.shortLeverage = short;
  for (const position of slot.positions) position.touched();
}

/** Additional margin that an isolated position needs at the new leverage of its side. */
function moreAt(position: Position, { longLeverage, shortLeverage }: SetLeverage): Money {
  const leverage = position.side === 'Buy' ? longLeverage : shortLeverage;
  return subtractMoney(holdingAtLeverage(position.slot.instrument, position.holding(), leverage).margin, position.purse.balance);
}

/** Adjusts the margin of isolated positions to the new leverage, keeping manually added margin. */
function rebalance(state: ExchangeState, account: Account, position: Position, difference: Money): void {
  if (difference === ZERO_MONEY) return;
  moveCash(state, account, {
    kind: difference > ZERO_MONEY ? 'marginIn' : 'marginOut',
    amount: negateMoney(difference),
    counter: position.purse,
    instrument: position.slot.instrument.id,
  });
  position.updatedAt = state.now;
  position.touched();
}

/** Refusal if the account could not carry the slot at another leverage; tested without effect. */
function leverageCost(state: ExchangeState, account: Account, slot: Slot, command: SetLeverage): Refusal | undefined {
  const market = state.market(slot.instrument.id);
  const { longLeverage, shortLeverage } = slot;
  const coin = slot.instrument.settleCoin;
  const open = isolatedPositions(slot);
  const differences = open.map((position) => moreAt(position, command));
  applyLeverage(slot, command.longLeverage, command.shortLeverage);
  const more = differences.reduce((sum, difference) => addMoney(sum, maxMoney(difference, ZERO_MONEY)), ZERO_MONEY);
  const liquidates = open.some((position, at) => {
    const margin = addMoney(position.purse.balance, differences[at] ?? ZERO_MONEY);
    return endsWith(position, margin, market);
  });
  const margin = settleMargin(state, account, coin);
  const short = margin.initialMargin > margin.marginBalance || more > margin.transferable;
  applyLeverage(slot, longLeverage, shortLeverage);
  if (liquidates) return refusal('wouldLiquidate');
  return short ? refusal('insufficientBalance') : undefined;
}

export function setLeverage(state: ExchangeState, account: Account, command: SetLeverage): Outcome {
  if (account.policy.portfolio) return { refusal: refusal('portfolioMargin') };
  const market = state.market(command.instrument);
  const slot = account.slot(market.instrument);
  const { longLeverage, shortLeverage } = command;
  if (slot.positionMode === 'MergedSingle' && longLeverage !== shortLeverage)
    return { refusal: refusal('parameter', { field: 'sellLeverage' }) };
  if (slot.longLeverage === longLeverage && slot.shortLeverage === shortLeverage) return { refusal: refusal('leverageNotModified') };
  const range = leverageRefusal(slot, market, 'Buy', longLeverage) ?? leverageRefusal(slot, market, 'Sell', shortLeverage);
  if (range !== undefined) return { refusal: range };
  const cost = leverageCost(state, account, slot, command);
  if (cost !== undefined) return { refusal: cost };
  const open = isolatedPositions(slot).map((position) => ({ position, more: moreAt(position, command) }));
  applyLeverage(slot, longLeverage, shortLeverage);
  for (const { position, more } of open) rebalance(state, account, position, more);
  const outcome = changed(state, slot);
  for (const position of slot.positions) if (position.size > 0) state.tell({ type: 'PositionChanged', position: position.record() });
  return outcome;
}

const busy = (slot: Slot): boolean => slot.hasPosition || slot.openOrders > 0;

export function setMarginMode(state: ExchangeState, account: Account, command: SetMarginMode): Outcome {
  if (account.policy.portfolio) return { refusal: refusal('portfolioMargin') };
  const { instrument } = state.market(command.instrument);
  const slot = account.slot(instrument);
  if (slot.marginMode === command.marginMode) return { refusal: refusal('marginModeNotModified') };
  const shares = sharesMarginMode(account.kind, instrument);
  const slots = shares ? sharingSlots(state, account) : [slot];
  const held = slots.find(busy);
  if (held !== undefined) {
    return { refusal: shares ? refusal('accountMarginModeBusy', { symbol: held.instrument.symbol }) : refusal('marginModeBusy') };
  }
  for (const one of slots) {
    one.marginMode = command.marginMode;
    one.touched();
    changed(state, one);
  }
  return {};
}

/** The account's slots of all contracts that share one margin mode; contracts listed later adopt it. */
const sharingSlots = (state: ExchangeState, account: Account): readonly Slot[] =>
  state.markets.filter(({ instrument }) => sharesMarginMode(account.kind, instrument)).map(({ instrument }) => account.slot(instrument));

export function setPositionMode(state: ExchangeState, account: Account, command: SetPositionMode): Outcome {
  const slot = account.slot(state.market(command.instrument).instrument);
  if (slot.positionMode === command.positionMode) return { refusal: refusal('positionModeNotModified') };
  const waits = state.triggers.ofInstrument(account.id, slot.instrument).length > 0;
  if (busy(slot) || waits) return { refusal: refusal('positionModeBusy') };
  slot.positionMode = command.positionMode;
  if (command.positionMode === 'MergedSingle') slot.shortLeverage = slot.longLeverage;
  slot.touched();
  return changed(state, slot);
}

/** Moves cash into an isolated position, or out of it as far as its initial margin and the mark price allow. */
export function addMargin(state: ExchangeState, account: Account, command: AddMargin): Outcome {
  const market = state.market(command.instrument);
  const slot = account.slot(market.instrument);
  const position = slot.position(command.positionIndex);
  if (slot.marginMode !== 'isolated') return { refusal: refusal('notIsolated') };
  if (position.size === 0) return { refusal: refusal('noPosition') };
  const margin = addMoney(position.purse.balance, command.amount);
  if (command.amount > settleMargin(state, account, slot.instrument.settleCoin).transferable)
    return { refusal: refusal('insufficientBalance') };
  if (command.amount < ZERO_MONEY) {
    if (margin < needOf(position)) return { refusal: refusal('insufficientBalance') };
    if (endsWith(position, margin, market)) return { refusal: refusal('wouldLiquidate') };
  }
  const kind = command.amount < ZERO_MONEY ? 'marginOut' : 'marginIn';
  moveCash(state, account, { kind, amount: negateMoney(command.amount), counter: position.purse, instrument: command.instrument });
  position.updatedAt = state.now;
  position.touched();
  state.tell({ type: 'PositionChanged', position: position.record() });
  return {};
}
