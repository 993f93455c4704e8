import deleveraging from '../scenarios/deleveraging.scenario?raw';
import disconnect from '../scenarios/disconnect.scenario?raw';
import fees from '../scenarios/fees.scenario?raw';
import funding from '../scenarios/funding.scenario?raw';
import futures from '../scenarios/futures.scenario?raw';
import hedge from '../scenarios/hedge.scenario?raw';
import inverse from '../scenarios/inverse.scenario?raw';
import leverage from '../scenarios/leverage.scenario?raw';
import liquidation from '../scenarios/liquidation.scenario?raw';
import limits from '../scenarios/limits.scenario?raw';
import margin from '../scenarios/margin.scenario?raw';
import options from '../scenarios/options.scenario?raw';
import orders from '../scenarios/orders.scenario?raw';
import portfolio from '../scenarios/portfolio.scenario?raw';
import queue from '../scenarios/queue.scenario?raw';
import sessions from '../scenarios/sessions.scenario?raw';
import spot from '../scenarios/spot.scenario?raw';
import spotExits from '../scenarios/spot-exits.scenario?raw';
import stops from '../scenarios/stops.scenario?raw';
import strategies from '../scenarios/strategies.scenario?raw';
import copying from '../scenarios/copying.scenario?raw';
import wallets from '../scenarios/wallets.scenario?raw';
import { price, rate, timestamp, type Instrument } from '@tapedeck/domain';
import { GENESIS, btc, btcInverse, btcUsdc, eth } from './exchange-fixture.ts';
import { call, put } from './option-fixture.ts';
import { readScenarios, type Scenario } from './scenario.ts';
import { btcSpot } from './spot-fixture.ts';

/** A contract that ends three hours after the scenarios begin. */
const dated: Instrument = { ...btc, id: 4, symbol: 'BTCDATED', kind: 'LinearFutures', deliveryAt: timestamp(GENESIS + 3 * 3_600_000) };

/** The inverse contract that ends with it, and options struck at 50,000 that do. */
const { deliveryAt } = dated;
const ends = { deliveryAt: deliveryAt ?? timestamp(0), deliveryFee: rate(50_000n) };
const inverseDated: Instrument = { ...btcInverse, ...ends, id: 5, symbol: 'BTCUSDDATED', kind: 'InverseFutures' };
const strike = price(5_000_000_000_000n);
const dearCall: Instrument = { ...call, ...ends, id: 6, symbol: 'BTCCALL', option: { strike, right: 'Call' } };
const usdc = { kind: 'UsdcOption', quoteCoin: 'USDC', settleCoin: 'USDC' } as const;
const dearPut: Instrument = { ...put, ...ends, ...usdc, id: 7, symbol: 'BTCPUT', option: { strike, right: 'Put' } };
const spotPair: Instrument = { ...btcSpot, id: 8 };
/** Its prices are limited to 1 % from the mark. */
const tight: Instrument = { ...btc, id: 9, symbol: 'BTCTIGHT', priceLimitRate: rate(1_000_000n) };

/**
 * Instruments of the scenarios: BTCUSDT (two tiers, 100x to 2 million), ETHUSDT, BTCUSD, BTCPERP, BTC/USDT, BTCTIGHT;
 * and BTCDATED, BTCUSDDATED, BTCCALL and BTCPUT (settled in USDC), which end three hours after they begin.
 */
export const SCENARIO_INSTRUMENTS: readonly Instrument[] = [
  btc,
  eth,
  btcInverse,
  btcUsdc,
  dated,
  inverseDated,
  dearCall,
  dearPut,
  spotPair,
  tight,
];

/** All scenarios, by file. */
export const SCENARIOS: readonly (readonly [file: string, scenarios: readonly Scenario[]])[] = [
  ['inverse', readScenarios(inverse)],
  ['sessions', readScenarios(sessions)],
  ['funding', readScenarios(funding)],
  ['futures', readScenarios(futures)],
  ['hedge', readScenarios(hedge)],
  ['orders', readScenarios(orders)],
  ['leverage', readScenarios(leverage)],
  ['liquidation', readScenarios(liquidation)],
  ['margin', readScenarios(margin)],
  ['spot-exits', readScenarios(spotExits)],
  ['fees', readScenarios(fees)],
  ['portfolio', readScenarios(portfolio)],
  ['deleveraging', readScenarios(deleveraging)],
  ['queue', readScenarios(queue)],
  ['disconnect', readScenarios(disconnect)],
  ['options', readScenarios(options)],
  ['spot', readScenarios(spot)],
  ['limits', readScenarios(limits)],
  ['wallets', readScenarios(wallets)],
  ['copying', readScenarios(copying)],
  ['strategies', readScenarios(strategies)],
  ['stops', readScenarios(stops)],
];
