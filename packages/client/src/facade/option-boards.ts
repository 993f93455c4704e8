import type { Coin, Instrument } from '@tapedeck/domain';
import { optionListResult } from '@tapedeck/protocol';
import type { Http } from '../connection/http.ts';
import { pendingOf, settledOf, succeeded, type Loadable } from '../store/loadable.ts';
import { createStore, type Readable, type Store } from '../store/readable.ts';
import type { SessionFlow } from './session-flow.ts';

/** The options of one coin and settle coin, by expiry, strike and type. */
export interface OptionBoards {
  board(baseCoin: Coin, settleCoin: Coin): Readable<Loadable<readonly Instrument[]>>;
  /** Reload interval of a board: the exchange's clock lists strikes and expires dates. */
  load(baseCoin: Coin, settleCoin: Coin): Promise<void>;
}

export function createOptionBoards(http: Http, flow: Pick<SessionFlow, 'learn'>): OptionBoards {
  const boards = new Map<string, Store<Loadable<readonly Instrument[]>>>();
  const storeOf = (baseCoin: Coin, settleCoin: Coin): Store<Loadable<readonly Instrument[]>> => {
    const key = `${baseCoin} ${settleCoin}`;
    const known = boards.get(key) ?? createStore<Loadable<readonly Instrument[]>>({ status: 'idle' });
    boards.set(key, known);
    return known;
  };
  return {
    board: storeOf,
    async load(baseCoin, settleCoin) {
      const store = storeOf(baseCoin, settleCoin);
      store.set(pendingOf(store.get()));
      const answer = await http.get('/contract/v5/product/option-symbol-list', { baseCoin, settleCoin }, optionListResult);
      store.set(settledOf(store.get(), answer.ok ? succeeded(flow.learn(answer.value.list)) : answer));
    },
  };
}
