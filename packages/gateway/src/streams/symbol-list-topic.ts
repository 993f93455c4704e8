import type { Instrument } from '@tapedeck/domain';
import type { SymbolListFrame } from '@tapedeck/protocol';
import type { Catalogue } from '../catalogue.ts';
import { Subscribers, type PublicTopic, type Subscriber } from './topic.ts';

/** `symbol_list` and `public.symbol.notify`: contracts that were listed or changed their status after the list was loaded. */
export class SymbolListTopic implements PublicTopic {
  readonly name: SymbolListFrame['topic'];
  /** Belongs to no instrument. */
  readonly instrument = -1;
  readonly cost = 'light';
  readonly watches = false;
  readonly #catalogue: Catalogue;
  readonly #now: () => number;
  readonly #subscribers = new Subscribers();

  constructor(name: SymbolListFrame['topic'], catalogue: Catalogue, now: () => number) {
    this.name = name;
    this.#catalogue = catalogue;
    this.#now = now;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
  }

  catchUp(): readonly string[] {
    return [this.#frame('snapshot', [])];
  }

  onInstruments(changed: readonly Instrument[]): void {
    const contracts = changed.filter((instrument) => this.#catalogue.lists(instrument));
    if (contracts.length > 0 && this.#subscribers.size > 0) this.#subscribers.delta(this, this.#frame('delta', contracts));
  }

  #frame(type: SymbolListFrame['type'], changed: readonly Instrument[]): string {
    const { version } = this.#catalogue;
    const frame: SymbolListFrame = {
      topic: this.name,
      type,
      ts: this.#now(),
      data: { version, list: changed.map((instrument) => this.#catalogue.contract(instrument)) },
    };
    return JSON.stringify(frame);
  }
}
