import { type AccountState, type Event, type Outcome } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import type { Command } from '../commands/command.ts';
import { Bench } from '../testing/exchange-fixture.ts';
import { FLAT } from '../testing/option-fixture.ts';
import { ScenarioPlayer, readScenarios, type ScenarioFloor } from '../testing/scenario.ts';
import { SCENARIOS, SCENARIO_INSTRUMENTS } from '../testing/scenarios.ts';

/** The engine itself, audited after every command and read back from its bytes after every wait. */
class EngineFloor implements ScenarioFloor {
  readonly bench = new Bench(SCENARIO_INSTRUMENTS);
  readonly instruments = SCENARIO_INSTRUMENTS;

  constructor() {
    this.bench.market.surface = FLAT;
  }

  apply(command: Parameters<ScenarioFloor['apply']>[0]): Promise<Outcome> {
    return Promise.resolve(this.bench.apply(command as { type: Command['type'] } & Record<string, unknown>));
  }

  account(id: number): Promise<AccountState | undefined> {
    return Promise.resolve(this.bench.exchange.account(id));
  }

  setIndex(instrument: number, index: bigint): void {
    this.bench.market.index.set(instrument, index);
  }

  wait(milliseconds: number): Promise<void> {
    this.bench.wait(milliseconds);
    const events = this.takeEvents();
    this.bench.reread();
    this.bench.exchange.events.push(...events);
    return Promise.resolve();
  }

  takeEvents(): Event[] {
    return this.bench.exchange.events.splice(0);
  }
}

describe.each(SCENARIOS)('%s on the engine', (_, scenarios) => {
  it.each(scenarios.map((scenario) => [scenario.title, scenario] as const))('%s', async (_title, scenario) => {
    await new ScenarioPlayer(new EngineFloor()).play(scenario);
  });
});

describe('a scenario', () => {
  it('names the line that is not as it says, and what was found', async () => {
    const [wrong] = readScenarios('[one] wrong\nmarket BTCUSDT at 50000\nanna has 10 USDT\nanna cash 11 USDT');
    await expect(new ScenarioPlayer(new EngineFloor()).play(wrong ?? { title: '', steps: [] })).rejects.toThrow(
      'line 4 "anna cash 11 USDT": found "10 USDT"',
    );
  });
});
