import { type AccountState, type Event, type Outcome } from '@tapedeck/domain';
import {
  FLAT,
  GENESIS,
  SCENARIOS,
  SCENARIO_INSTRUMENTS,
  ScenarioPlayer,
  ScriptedMarket,
  type ScenarioFloor,
} from '@tapedeck/exchange/testing';
import { describe, it } from 'vitest';
import { PaperVenue } from './testing/paper-venue.ts';

/** The paper venue as a scenario floor: traders submit commands, listeners receive events. */
class VenueFloor implements ScenarioFloor {
  readonly instruments = SCENARIO_INSTRUMENTS;
  readonly #market = new ScriptedMarket();
  readonly #venue: PaperVenue;
  readonly #events: Event[] = [];
  #time = GENESIS;

  constructor() {
    const [instruments, market] = [SCENARIO_INSTRUMENTS, this.#market];
    market.surface = FLAT;
    this.#venue = new PaperVenue({ instruments, market, seed: 1, now: () => this.#time });
    this.#venue.listen({
      onEvents: ({ events }) => this.#events.push(...events),
      onBook: () => undefined,
      onMarket: () => undefined,
      onMinuteBar: () => undefined,
    });
  }

  apply(command: Parameters<ScenarioFloor['apply']>[0]): Promise<Outcome> {
    switch (command.type) {
      case 'OpenAccount':
      case 'CreditAccount':
      case 'SetFeeTier':
      case 'AdvanceClock':
      case 'WatchMarkets':
      case 'ChangeWatchedMarkets':
      case 'ReplayTrade':
      case 'ReplayBook':
      case 'StageScenario':
        return Promise.resolve(this.#venue.apply(command));
      default:
        return this.#venue.submit(command);
    }
  }

  async account(id: number): Promise<AccountState | undefined> {
    return (await this.#venue.account(id))?.state;
  }

  setIndex(instrument: number, index: bigint): void {
    this.#market.index.set(instrument, index);
  }

  wait(milliseconds: number): Promise<void> {
    this.#time += milliseconds;
    this.#venue.tick();
    return Promise.resolve();
  }

  takeEvents(): Event[] {
    return this.#events.splice(0);
  }
}

describe.each(SCENARIOS)('%s through the paper venue', (_, scenarios) => {
  it.each(scenarios.map((scenario) => [scenario.title, scenario] as const))('%s', async (_title, scenario) => {
    await new ScenarioPlayer(new VenueFloor()).play(scenario);
  });
});
