import { type AccountId, type Event, type InstrumentId } from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import { LIQUIDATION_DESK, MARKET_CROWD, MARKET_FLOW, MARKET_MAKER } from '../state/account.ts';
import { auditAccount } from './audit-account.ts';
import { audit, auditMarket, auditWhole } from './audit.ts';
import type { ExchangeState } from '../state/exchange-state.ts';

/** Maximum number of commands between two full audits. */
export const SWEEP = 32;
/** The house produces no events. */
const HOUSE: readonly AccountId[] = [MARKET_MAKER, MARKET_FLOW, LIQUIDATION_DESK, MARKET_CROWD];

/**
 * Audits a simulation after each command: the same rules as `audit` at lower cost. Rules of the whole exchange (money,
 * strategies, copies) are computed each time. Rules of an account read that account alone, and rules of a market read
 * that market and its holders; both are computed only where the command had an effect: its own account and market,
 * those that its events name, and the house. A full audit after every clock step, every `SWEEP` commands and at
 * `finish` detects any other change.
 */
export class RunningAudit {
  readonly #accounts = new Set<AccountId>();
  readonly #markets = new Set<InstrumentId>();
  #left = SWEEP;

  constructor(readonly state: ExchangeState) {}

  /** Throws `InvariantBroken`. The state still holds the events of the command. */
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

  /** Full audit after the last command. */
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
