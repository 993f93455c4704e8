import { leverage, lots, money, ticks, timestamp, type Instrument, type PlaceOrder, type Side } from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { LINEAR_INSTRUMENTS } from '@tapedeck/market-sim';
import { GENESIS, ScriptedMarket } from '../packages/exchange/src/testing/exchange-fixture.ts';
import { elapsed, mustEqual, reportAtMost } from './measure.ts';

const POSITIONS = 10_000;
const ROUNDS = 3;
/** One look at a market liquidates a share of them. */
const STEPS_MAX = 100;
const FIRST = 1_000;
const WHALE = 100;
const UNIT = 100_000_000n;
const PRICE = 60_000;
const FALL = 0.94;
/** Coins of one position. */
const SIZE = 0.01;
/** Orders that rest under the market, with room for all positions together. */
const BIDS = 100;

/** Longs of 50 times in cross margin, one an account, each with next to nothing beside its margin. */
function crowded(market: ScriptedMarket, instrument: Instrument): Exchange {
  const exchange = new Exchange([instrument], market, timestamp(GENESIS));
  const time = timestamp(GENESIS + 1_000);
  const tick = Number(instrument.tickSize) / 1e8;
  const lot = Number(instrument.lotSize) / 1e8;
  const open = (account: number, units: bigint): void => {
    exchange.apply({ type: 'OpenAccount', time, account, kind: 'UTA2' });
    exchange.apply({ type: 'CreditAccount', time, account, coin: 'USDT', amount: money(units * UNIT) });
  };
  const order = (account: number, side: Side, coins: number, price: number): void => {
    const command: PlaceOrder = {
      type: 'PlaceOrder',
      time,
      account,
      instrument: instrument.id,
      side,
      orderType: 'Limit',
      price: ticks(Math.round(price / tick)),
      quantity: lots(Math.round(coins / lot)),
      timeInForce: 'GoodTillCancel',
      reduceOnly: false,
      positionIndex: 0,
      clientOrderId: '',
      source: 'api',
    };
    mustEqual('refusals of the setting up', exchange.apply(command).refusal?.reason, undefined);
  };
  market.index.set(instrument.id, BigInt(PRICE) * UNIT);
  exchange.apply({ type: 'AdvanceClock', time });
  open(WHALE, 100_000_000n);
  const fifty = leverage(5_000n);
  for (let at = 0; at < POSITIONS; at += 1) {
    open(FIRST + at, 14n);
    exchange.apply({
      type: 'SetLeverage',
      time,
      account: FIRST + at,
      instrument: instrument.id,
      longLeverage: fifty,
      shortLeverage: fifty,
    });
    order(WHALE, 'Sell', SIZE, PRICE);
    order(FIRST + at, 'Buy', SIZE, PRICE);
  }
  for (let at = 0; at < BIDS; at += 1) order(WHALE, 'Buy', (POSITIONS * SIZE) / BIDS, PRICE * (FALL - at / 10_000));
  exchange.events.length = 0;
  return exchange;
}

/** All positions fall due at once, the mark price leaps below all their liquidation prices: measured are all steps until they are gone. */
export function measureCascade(): void {
  const instrument = LINEAR_INSTRUMENTS[0];
  if (instrument === undefined) throw new Error('there is an instrument');
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const market = new ScriptedMarket();
    const exchange = crowded(market, instrument);
    market.index.set(instrument.id, BigInt(Math.round(PRICE * FALL)) * UNIT);
    let liquidated = 0;
    let at = GENESIS + 3_000;
    times.push(
      elapsed(() => {
        for (const before = at; liquidated < POSITIONS && at < before + STEPS_MAX; at += 1) {
          exchange.apply({ type: 'AdvanceClock', time: timestamp(at) });
          liquidated += exchange.events.splice(0).filter((event) => event.type === 'PositionLiquidated').length;
        }
      }),
    );
    mustEqual('positions liquidated', liquidated, POSITIONS);
    exchange.audit();
  }
  const fastest = Math.min(...times);
  console.log(
    `cascade: ${POSITIONS} positions liquidated by one move of the mark price in ${fastest.toFixed(0)} ms, ${((fastest / POSITIONS) * 1e3).toFixed(1)} µs each`,
  );
  reportAtMost('cascade of liquidations', fastest, 1_000, ' ms');
}
