import { refusal, type InstrumentId, type PositionIndex, type Refusal } from '@tapedeck/domain';
import { indexRefusal } from '../margin/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';

interface Named {
  readonly market: Market;
  readonly slot: Slot;
  readonly position: Position;
}

/** The open position that a command names, or the refusal of its exits. */
export function namedPosition(
  state: ExchangeState,
  account: Account,
  command: { readonly instrument: InstrumentId; readonly positionIndex: PositionIndex },
): Named | { readonly refusal: Refusal } {
  const market = state.market(command.instrument);
  if (market.spot) return { refusal: refusal('exitsNoPosition') };
  const slot = account.slot(market.instrument);
  const index = indexRefusal(slot, command.positionIndex);
  if (index !== undefined) return { refusal: index };
  const position = slot.position(command.positionIndex);
  return position.size === 0 ? { refusal: refusal('exitsNoPosition') } : { market, slot, position };
}
