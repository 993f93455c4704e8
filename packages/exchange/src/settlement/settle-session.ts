import { ZERO_MONEY, lots, profit, rate, type Money } from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import { moveCash } from '../funds/move-cash.ts';
import { reportSettlement } from '../fills/report-fill.ts';

const NO_RATE = rate(0n);

/**
 * Cross: into cash. Isolated: into the position's own margin, so that a settlement changes neither the liquidation
 * price nor the maximum loss.
 */
function pay(state: ExchangeState, position: Position, earned: Money): void {
  const { instrument, marginMode, account } = position.slot;
  const { clearing } = state.ledger(instrument.settleCoin);
  if (marginMode === 'isolated') LedgerAccount.transfer(clearing, position.purse, earned);
  else moveCash(state, state.account(account), { kind: 'settlement', amount: earned, counter: clearing, instrument: instrument.id });
}

function settlePosition(state: ExchangeState, market: Market, position: Position): void {
  const { value } = position.marginAt(market.mark);
  const earned = profit(market.instrument, position.side, position.entryValue, value);
  if (earned === ZERO_MONEY) return;
  pay(state, position, earned);
  position.entryValue = value;
  position.realise({ tradePnl: earned });
  position.updatedAt = state.now;
  position.touched();
  reportSettlement(state, state.account(position.slot.account), position, {
    kind: 'SessionSettlement',
    side: position.side,
    price: market.mark,
    quantity: lots(position.size),
    value,
    fee: ZERO_MONEY,
    feeRate: NO_RATE,
    closedPnl: earned,
    closedQuantity: lots(0),
  });
}

/** Pays every position its P&L since the last settlement; its P&L then counts from the mark price (docs/concepts/profit.md). */
export function settleSession(state: ExchangeState, market: Market): void {
  for (const slot of [...market.holders].sort((a, b) => a.account - b.account)) {
    for (const position of slot.positions) if (position.size > 0) settlePosition(state, market, position);
  }
}
