import { invariant, type AccountId, type Coin, type Event, type Instrument, type InstrumentId, type Timestamp } from '@tapedeck/domain';
import { CoinLedger } from '../ledger/ledger.ts';
import type { Account } from './account.ts';
import { Market } from './market.ts';

/** Everything that commands read and change, but for the market inside. */
export class ExchangeState {
  now: Timestamp;
  nextOrderId = 1;
  nextExecutionId = 1;
  nextTradeId = 1;
  /** How often a mark price has changed since the state was made or read: tells derived sums that they are old. */
  marksMoved = 0;
  readonly accounts = new Map<AccountId, Account>();
  readonly ledgers = new Map<Coin, CoinLedger>();
  readonly markets: readonly Market[];
  /** What the current command did, for the host. */
  readonly events: Event[] = [];

  constructor(
    readonly instruments: readonly Instrument[],
    genesis: Timestamp,
  ) {
    this.now = genesis;
    invariant(
      instruments.every((instrument, at) => instrument.id === at),
      'instruments are numbered from 0 in order',
    );
    this.markets = instruments.map((instrument) => new Market(instrument, genesis));
  }

  market(id: InstrumentId): Market {
    const market = this.markets[id];
    invariant(market !== undefined, 'an instrument that is named exists');
    return market;
  }

  ledger(coin: Coin): CoinLedger {
    let ledger = this.ledgers.get(coin);
    if (ledger === undefined) {
      ledger = new CoinLedger(coin);
      this.ledgers.set(coin, ledger);
    }
    return ledger;
  }

  account(id: AccountId): Account {
    const account = this.accounts.get(id);
    invariant(account !== undefined, 'an account that is named exists');
    return account;
  }
}
