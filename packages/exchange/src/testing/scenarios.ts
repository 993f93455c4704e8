import futures from '../scenarios/futures.scenario?raw';
import hedge from '../scenarios/hedge.scenario?raw';
import inverse from '../scenarios/inverse.scenario?raw';
import liquidation from '../scenarios/liquidation.scenario?raw';
import margin from '../scenarios/margin.scenario?raw';
import portfolio from '../scenarios/portfolio.scenario?raw';
import sessions from '../scenarios/sessions.scenario?raw';
import { timestamp, type Instrument } from '@tapedeck/domain';
import { GENESIS, btc, btcInverse, btcUsdc, eth } from './exchange-fixture.ts';
import { readScenarios, type Scenario } from './scenario.ts';

/** A contract that ends three hours after the scenarios begin. */
const dated: Instrument = { ...btc, id: 4, symbol: 'BTCDATED', kind: 'LinearFutures', deliveryAt: timestamp(GENESIS + 3 * 3_600_000) };

/** What the scenarios trade: BTCUSDT (two tiers, 100x to 2 million), ETHUSDT, BTCUSD, BTCPERP and BTCDATED. */
export const SCENARIO_INSTRUMENTS: readonly Instrument[] = [btc, eth, btcInverse, btcUsdc, dated];

/** All scenarios, by file. */
export const SCENARIOS: readonly (readonly [file: string, scenarios: readonly Scenario[]])[] = [
  ['inverse', readScenarios(inverse)],
  ['sessions', readScenarios(sessions)],
  ['futures', readScenarios(futures)],
  ['hedge', readScenarios(hedge)],
  ['liquidation', readScenarios(liquidation)],
  ['margin', readScenarios(margin)],
  ['portfolio', readScenarios(portfolio)],
];
