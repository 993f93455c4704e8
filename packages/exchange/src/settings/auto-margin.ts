import { ZERO_MONEY, autoAddedMargin, negateMoney, refusal, type Outcome, type SetAutoAddMargin } from '@tapedeck/domain';
import { settleMargin } from '../margin/settle-margin.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import { moveCash } from '../funds/move-cash.ts';

/** A setting of one holding: the next one in the same instrument starts without it. */
export function setAutoAddMargin(state: ExchangeState, account: Account, command: SetAutoAddMargin): Outcome {
  const slot = account.slot(state.market(command.instrument).instrument);
  const position = slot.position(command.positionIndex);
  if (slot.marginMode !== 'isolated') return { refusal: refusal('notIsolated') };
  if (position.size === 0) return { refusal: refusal('noPosition') };
  if (position.autoAddMargin === command.on) return { refusal: refusal('autoMarginNotModified') };
  position.autoAddMargin = command.on;
  position.updatedAt = state.now;
  state.tell({ type: 'PositionChanged', position: position.record() });
  return {};
}

/**
 * Adds available balance to a position that would otherwise be liquidated, if its owner turned that on and the balance
 * suffices; returns whether it did.
 */
export function replenishMargin(state: ExchangeState, account: Account, position: Position, market: Market): boolean {
  if (!position.autoAddMargin) return false;
  const { instrument } = position.slot;
  const available = settleMargin(state, account, instrument.settleCoin).transferable;
  const added = autoAddedMargin(instrument, position.holding(), market.mark, available);
  if (added === ZERO_MONEY) return false;
  moveCash(state, account, { kind: 'marginIn', amount: negateMoney(added), counter: position.purse, instrument: instrument.id });
  position.updatedAt = state.now;
  position.touched();
  state.tell({ type: 'PositionChanged', position: position.record() });
  return true;
}
