export { GENESIS, ScriptedMarket } from './exchange-fixture.ts';
export { ScenarioPlayer, readScenarios, type Scenario, type ScenarioFloor } from './scenario.ts';
export { SCENARIOS, SCENARIO_INSTRUMENTS } from './scenarios.ts';
export { decodeCommand } from './decode-command.ts';
export { matchOrder } from './match.ts';
export { FLAT } from './option-fixture.ts';
export { WholeWorld, type WorldStep } from './whole-world.ts';
