import {
  ZERO_MONEY,
  fundingFee,
  lots,
  maxMoney,
  minMoney,
  negateMoney,
  settlesSessions,
  subtractMoney,
  type Money,
  type Rate,
} from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import { settleSession } from './settle-session.ts';
import { moveCash } from '../funds/move-cash.ts';
import { reportSettlement } from '../fills/report-fill.ts';

/** Charges the funding of an isolated position to cash first, then to its own margin (docs/concepts/funding.md). */
function chargeFunding(state: ExchangeState, account: Account, position: Position, fee: Money): void {
  const { instrument } = position.slot;
  const pool = state.ledger(instrument.settleCoin).funding;
  const cash = account.cash(instrument.settleCoin).balance;
  const isolated = position.slot.marginMode === 'isolated';
  const fromCash = isolated && fee > ZERO_MONEY ? minMoney(fee, maxMoney(cash, ZERO_MONEY)) : fee;
  moveCash(state, account, { kind: 'funding', amount: negateMoney(fromCash), counter: pool, instrument: instrument.id });
  const rest = subtractMoney(fee, fromCash);
  if (rest !== ZERO_MONEY) LedgerAccount.transfer(position.purse, pool, rest);
}

function settlePosition(state: ExchangeState, market: Market, position: Position, rate: Rate): void {
  const account = state.account(position.slot.account);
  const { value } = position.marginAt(market.mark);
  const fee = fundingFee(position.side, value, rate);
  if (fee === ZERO_MONEY) return;
  chargeFunding(state, account, position, fee);
  position.realise({ funding: fee });
  position.updatedAt = state.now;
  position.touched();
  reportSettlement(state, account, position, {
    kind: 'Funding',
    side: position.side,
    price: market.mark,
    quantity: lots(position.size),
    value,
    fee,
    feeRate: rate,
    closedPnl: ZERO_MONEY,
    closedQuantity: lots(0),
  });
}

/** Settles all funding due: longs pay shorts at a positive rate; the rounding remainder goes to the insurance fund. */
export function settleFunding(state: ExchangeState, market: Market): boolean {
  const { funding } = market;
  let settled = false;
  while (funding?.due(state.now) === true) {
    const rate = funding.settle(state.now);
    state.tell({ type: 'FundingSettled', instrument: market.instrument.id, rate, mark: market.mark });
    const slots = [...market.holders].sort((a, b) => a.account - b.account);
    for (const slot of slots) {
      for (const position of slot.positions) if (position.size > 0) settlePosition(state, market, position, rate);
    }
    const ledger = state.ledger(market.instrument.settleCoin);
    if (ledger.funding.balance !== ZERO_MONEY) LedgerAccount.transfer(ledger.funding, ledger.insurance, ledger.funding.balance);
    if (settlesSessions(market.instrument)) settleSession(state, market);
    settled = true;
  }
  return settled;
}
