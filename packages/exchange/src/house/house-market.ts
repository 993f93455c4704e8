import {
  lotsOfQuantity,
  invariant,
  isOption,
  lotCount,
  lots,
  notional,
  priceUnits,
  tickCount,
  ticks,
  type Instrument,
  type InstrumentId,
  type InstrumentTerms,
  type Lots,
  type MarketState,
  type Money,
  type OptionModel,
  type Price,
  type Side,
  type Ticks,
  type Timestamp,
} from '@tapedeck/domain';
import type { ReplayTrade } from '../commands/command.ts';
import { LedgerAccount } from '../ledger/ledger.ts';
import { BUY, SELL } from '../matching/order-book.ts';
import { FIRST_USER_ACCOUNT, MARKET_FLOW, MARKET_MAKER, type Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { bookSideOf, type Market } from '../state/market.ts';
import { crossTriggers, sourceAt } from '../exits/conditional-orders.ts';
import {
  arrangeCrowd,
  crowdPosition,
  liquidateCrowd,
  takeAsCrowd,
  takeOverCrowd,
  type CrowdLiquidation,
  type CrowdOrder,
} from './crowd.ts';
import type { CrowdBankrupt, CrowdTaker, MarketAccess, MarketInside, QuoteHandle } from './market-inside.ts';
import { holdingAccounts } from './holding-accounts.ts';
import { isHeld, priceOption } from './price-option.ts';
import { takeFromBook, tradeOnce } from '../orders/take.ts';

const NOTHING_RESTS = -1;

const counted = ({ holding, opens, quantity, limit }: CrowdTaker): CrowdOrder => ({
  holding,
  opens,
  count: lotCount(quantity),
  tick: tickCount(limit),
});

const bankrupt = (order: CrowdBankrupt): CrowdLiquidation => ({ ...counted(order), bust: tickCount(order.bust) });

/** The exchange as the simulated market sees it: it trades through the same books and the same settlement as every trader. */
export class HouseMarket implements MarketAccess {
  until: Timestamp;

  readonly #inside: MarketInside;

  constructor(
    readonly state: ExchangeState,
    inside: MarketInside,
  ) {
    this.until = state.now;
    this.#inside = inside;
  }

  get now(): Timestamp {
    return this.state.now;
  }

  get instruments(): readonly Instrument[] {
    return this.state.instruments;
  }

  list(terms: InstrumentTerms): Instrument {
    return this.state.list(terms, 'Trading');
  }

  announce(terms: InstrumentTerms): Instrument {
    return this.state.list(terms, 'PreLaunch');
  }

  launch(instrument: InstrumentId): Instrument {
    return this.state.launch(instrument);
  }

  delist(instrument: InstrumentId, at: Timestamp): void {
    this.state.delist(instrument, at);
  }

  /** The market's public record. */
  marketState(instrument: InstrumentId): MarketState {
    const market = this.state.market(instrument);
    const state = market.state(this.state.now);
    return market.spot || isOption(market.instrument) ? state : { ...state, accounts: holdingAccounts(this.#inside, market) };
  }

  optionModel(instrument: InstrumentId): OptionModel | undefined {
    return priceOption(this.state, this.#inside, this.state.market(instrument));
  }

  restingOrders(instrument: InstrumentId): number {
    return this.state.market(instrument).book.size;
  }

  isHeld(instrument: InstrumentId): boolean {
    return isHeld(this.state, this.state.market(instrument));
  }

  isListed(instrument: InstrumentId): boolean {
    return this.state.findMarket(instrument) !== undefined;
  }

  bestBid(instrument: InstrumentId): Ticks {
    return ticks(Math.max(this.state.market(instrument).book.bestBid, 0));
  }

  bestAsk(instrument: InstrumentId): Ticks {
    return ticks(Math.max(this.state.market(instrument).book.bestAsk, 0));
  }

  lastPrice(instrument: InstrumentId): Price {
    return this.state.market(instrument).last;
  }

  markPrice(instrument: InstrumentId): Price {
    return this.state.market(instrument).mark;
  }

  indexPrice(instrument: InstrumentId): Price {
    return this.state.market(instrument).index;
  }

  #takeUpTo(account: Account, market: Market, side: Side, most: { readonly limit: number; readonly count: number }): number {
    return takeFromBook(this.state, { account, market, side, positionIndex: 0, limit: most.limit, order: undefined }, most.count);
  }

  quote(instrument: InstrumentId, side: Side, at: Ticks, quantity: Lots): QuoteHandle {
    const market = this.state.market(instrument);
    const maker = this.state.account(MARKET_MAKER);
    const tick = tickCount(at);
    const count = lotCount(quantity);
    const best = side === 'Buy' ? market.book.bestAsk : market.book.bestBid;
    const crosses = best >= 0 && (side === 'Buy' ? best <= tick : best >= tick);
    const left = crosses ? count - this.#takeUpTo(maker, market, side, { limit: tick, count }) : count;
    return left === 0 ? NOTHING_RESTS : market.book.rest(bookSideOf(side), tick, left, MARKET_MAKER, 0);
  }

  quoteLeft(instrument: InstrumentId, handle: QuoteHandle): Lots {
    const { book } = this.state.market(instrument);
    return lots(this.#isQuote(instrument, handle) ? book.lotsOf(handle) : 0);
  }

  quoteLeftAt(instrument: InstrumentId, handle: QuoteHandle, { side, at }: { readonly side: Side; readonly at: Ticks }): Lots {
    const { book } = this.state.market(instrument);
    const there = this.#isQuote(instrument, handle) && book.tickOf(handle) === tickCount(at) && book.sideOf(handle) === bookSideOf(side);
    return lots(there ? book.lotsOf(handle) : 0);
  }

  #isQuote(instrument: InstrumentId, handle: QuoteHandle): boolean {
    const { book } = this.state.market(instrument);
    return handle >= 0 && book.holds(handle) && book.ownerOf(handle) === MARKET_MAKER;
  }

  withdraw(instrument: InstrumentId, handle: QuoteHandle): void {
    if (this.#isQuote(instrument, handle)) this.state.market(instrument).book.remove(handle);
  }

  shrink(instrument: InstrumentId, handle: QuoteHandle, quantity: Lots): void {
    const { book } = this.state.market(instrument);
    invariant(this.#isQuote(instrument, handle) && lotCount(quantity) < book.lotsOf(handle), 'a quote shrinks by less than it has');
    book.reduce(handle, lotCount(quantity));
  }

  take(instrument: InstrumentId, side: Side, quantity: Lots, limit: Ticks): Lots {
    const market = this.state.market(instrument);
    const flow = this.state.account(MARKET_FLOW);
    return lots(this.#takeUpTo(flow, market, side, { limit: tickCount(limit), count: lotCount(quantity) }));
  }

  crowdHolds(instrument: InstrumentId, holding: Side): Lots {
    return lots(crowdPosition(this.state, this.state.market(instrument), holding).size);
  }

  takeAsCrowd(instrument: InstrumentId, order: CrowdTaker): Lots {
    return lots(takeAsCrowd(this.state, this.state.market(instrument), counted(order)));
  }

  liquidateCrowd(instrument: InstrumentId, order: CrowdBankrupt): Lots {
    return lots(liquidateCrowd(this.state, this.state.market(instrument), bankrupt(order)));
  }

  takeOverCrowd(instrument: InstrumentId, order: CrowdBankrupt): Lots {
    return lots(takeOverCrowd(this.state, this.state.market(instrument), bankrupt(order)));
  }

  arrangeCrowd(instrument: InstrumentId, order: CrowdTaker): void {
    arrangeCrowd(this.state, this.state.market(instrument), counted(order));
  }

  endowInsurance(instrument: InstrumentId, amount: Money): void {
    const { external, insurance } = this.state.ledger(this.state.market(instrument).instrument.settleCoin);
    LedgerAccount.transfer(external, insurance, amount);
  }

  setIndex(instrument: InstrumentId, index: Price | undefined): void {
    const market = this.state.market(instrument);
    market.indexKnown = index !== undefined;
    if (index === undefined) return;
    invariant(priceUnits(index) > 0n, 'an index price is positive');
    if (market.index !== index) this.state.indexMoved = true;
    market.index = index;
    if (this.state.triggers.untriggered(instrument).waitsFor('IndexPrice')) {
      crossTriggers(this.state, market, 'IndexPrice', sourceAt(market, 'IndexPrice'));
    }
  }

  printRecorded(trade: ReplayTrade, queued: boolean): void {
    const market = this.state.market(trade.instrument);
    this.#fillReached(market, trade, queued);
    market.last = trade.price;
    if (this.state.triggers.untriggered(trade.instrument).waitsFor('LastPrice')) {
      crossTriggers(this.state, market, 'LastPrice', sourceAt(market, 'LastPrice'));
    }
    const tradeId = this.state.nextTradeId;
    this.state.nextTradeId += 1;
    this.state.tell({
      type: 'TradePrinted',
      instrument: trade.instrument,
      tradeId,
      price: trade.price,
      quantity: trade.quantity,
      value: notional(trade.price, trade.quantity, 'nearest'),
      takerSide: trade.side,
      recorded: true,
      liquidation: false,
    });
  }

  /** Users' orders through which the recorded trade passed are filled completely, orders at its price up to its quantity. */
  #fillReached(market: Market, trade: ReplayTrade, queued: boolean): void {
    const { book, instrument } = market;
    const side = trade.side === 'Buy' ? SELL : BUY;
    const at = priceUnits(trade.price);
    let atPrice = lotCount(lotsOfQuantity(trade.quantity, instrument.lotSize, 'down'));
    for (let handle = book.head(side); handle >= 0;) {
      const level = BigInt(book.tickOf(handle)) * priceUnits(instrument.tickSize);
      if (side === SELL ? level > at : level < at) return;
      // Read before the fill: the handle of a filled order is no longer valid.
      const following = book.next(handle);
      const most = level === at ? atPrice : Infinity;
      const count = this.#fillOne(market, trade.side, handle, { most, queued: queued && level === at });
      if (level === at) atPrice -= count;
      handle = following >= 0 && book.holds(following) ? following : NOTHING_RESTS;
    }
  }

  /** Quantity that a recorded trade takes from one resting order; from house orders only where they form the recorded book. */
  #fillOne(market: Market, side: Side, handle: number, { most, queued }: { readonly most: number; readonly queued: boolean }): number {
    const { book } = market;
    const isUsers = book.ownerOf(handle) >= FIRST_USER_ACCOUNT;
    const count = isUsers || queued ? Math.min(most, book.lotsOf(handle)) : 0;
    if (count === 0) return 0;
    const account = this.state.account(MARKET_FLOW);
    if (!isUsers) book.reduce(handle, count);
    else tradeOnce(this.state, { account, market, side, positionIndex: 0, limit: 0, order: undefined }, handle, count);
    return count;
  }
}
