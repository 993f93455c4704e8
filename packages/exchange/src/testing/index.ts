export { Digest } from './recordings.ts';
export { GENESIS, ScriptedMarket } from './exchange-fixture.ts';
export { ScenarioPlayer, readScenarios, type Scenario, type ScenarioFloor } from './scenario.ts';
export { SCENARIOS, SCENARIO_INSTRUMENTS } from './scenarios.ts';
export { decodeCommand } from './decode-command.ts';
export { matchOrder } from '../matching/match.ts';
export { PlainTaker } from './plain-taker.ts';
export { FLAT } from './option-fixture.ts';
export { WholeWorld, type WorldStep } from './whole-world.ts';
