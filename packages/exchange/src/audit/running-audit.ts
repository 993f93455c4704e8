import { type AccountId, type Event, type InstrumentId } from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import { LIQUIDATION_DESK, MARKET_CROWD, MARKET_FLOW, MARKET_MAKER } from '../state/account.ts';
import { auditAccount } from './audit-account.ts';
import { audit, auditMarket, auditWhole } from './audit.ts';
import type { ExchangeState } from '../state/exchange-state.ts';

/** At most so many commands are between two whole audits. */
export const SWEEP = 32;
/** No events tell of the house. */
const HOUSE: readonly AccountId[] = [MARKET_MAKER, MARKET_FLOW, LIQUIDATION_DESK, MARKET_CROWD];

/**
 * The audit of a simulation, after each of its commands: the same rules as `audit`, for less. What is one for the whole exchange (money,
 * strategies, copies) is worked out anew each time. The rules of an account read that account alone, and those of a market that market and
 * who holds it: they are worked out anew where the command reached, which is its own account and market, all that its events name, and the
 * house. Elsewhere they held before and nothing changed; what changed there unseen is found by the whole audit that follows every step of
 * the clock, every `SWEEP` commands and `finish`.
 */
export class RunningAudit {
  readonly #accounts = new Set<AccountId>();
  readonly #markets = new Set<InstrumentId>();
  #left = SWEEP;

  constructor(readonly state: ExchangeState) {}

  /** Throws `InvariantBroken`. The events of the command are still in the state. */
  after(command: Command): void {
    this.#left -= 1;
    if (this.#left <= 0 || !('account' in command)) {
      this.finish();
      return;
    }
    this.#reach(command.account, 'instrument' in command ? command.instrument : -1);
    for (const id of HOUSE) this.#accounts.add(id);
    for (const event of this.state.events) this.#reachBy(event);
    auditWhole(this.state);
    for (const id of this.#markets) {
      const market = this.state.findMarket(id);
      if (market !== undefined) auditMarket(this.state, market);
    }
    for (const id of this.#accounts) {
      const account = this.state.accounts.get(id);
      if (account !== undefined) auditAccount(this.state, account);
    }
    this.#forget();
  }

  /** Everything, after the last command too. */
  finish(): void {
    audit(this.state);
    this.#left = SWEEP;
    this.#forget();
  }

  #forget(): void {
    this.#accounts.clear();
    this.#markets.clear();
  }

  #reach(account: AccountId, instrument: InstrumentId): void {
    this.#accounts.add(account);
    if (instrument >= 0) this.#markets.add(instrument);
  }

  #reachBy(event: Event): void {
    switch (event.type) {
      case 'OrderAccepted':
      case 'OrderCancelled':
      case 'OrderTriggered':
      case 'OrderReplaced':
        this.#reach(event.order.account, event.order.instrument);
        return;
      case 'PositionChanged':
        this.#reach(event.position.account, event.position.instrument);
        return;
      case 'SettingsChanged':
        this.#reach(event.settings.account, event.settings.instrument);
        return;
      case 'StrategyChanged':
        this.#reach(event.strategy.account, event.strategy.instrument);
        return;
      case 'AccountOpened':
      case 'CopyingChanged':
      case 'OrderSent':
      case 'CollateralChanged':
      case 'FeeTierChanged':
        this.#accounts.add(event.account);
        return;
      case 'OrderFilled':
      case 'CashChanged':
      case 'PositionLiquidated':
        this.#reach(event.account, event.instrument);
        return;
      case 'TradePrinted':
      case 'FundingSettled':
      case 'DeliverySettled':
      case 'PricesChanged':
        this.#markets.add(event.instrument);
        return;
      case 'InstrumentListed':
      case 'InstrumentChanged':
        this.#markets.add(event.instrument.id);
    }
  }
}
