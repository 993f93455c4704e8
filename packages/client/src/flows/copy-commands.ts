import type { AccountId, LeaderRecord, Money, Rate } from '@tapedeck/domain';
import { decodeLeader, emptyResult, leaderListResult, moneyText, rateText } from '@tapedeck/protocol';
import { ALREADY, UNEXPECTED_SHAPE } from '../connection/failure-codes.ts';
import type { Http } from '../connection/http.ts';
import { failed, succeeded, type Result } from '../store/loadable.ts';
import type { Guard } from './guard.ts';
import type { Once } from './once.ts';

export interface FollowTerms {
  readonly leader: AccountId;
  readonly ratio: Rate;
  readonly maxAmount: Money;
}

/** Copy trading; each call is one guarded operation. `account.copying` shows the result. */
export interface CopyCommands {
  /** All leaders. */
  leaders(): Promise<Result<readonly LeaderRecord[]>>;
  /** Starts leading, under a public name. */
  lead(name: string): Promise<Result<void>>;
  stopLeading(): Promise<Result<void>>;
  /** Starts to follow, or changes the terms. */
  follow(terms: FollowTerms): Promise<Result<void>>;
  /** Cancels the copies; on request, closes the positions. */
  stopFollowing(close: boolean): Promise<Result<void>>;
}

const PATH = '/fapi/beehive/private/v1/common';

export interface CopyCommandsContext {
  readonly http: Http;
  readonly guard: Guard;
  readonly once: Once;
}

export function createCopyCommands({ http, guard, once }: CopyCommandsContext): CopyCommands {
  const send = (call: string, body: object, already: number): Promise<Result<void>> =>
    guard.runAlone(`copy:${call}`, () => once.set({ path: `${PATH}/${call}`, body, schema: emptyResult, already }));
  return {
    async leaders() {
      const answer = await http.get(`${PATH}/leader/list`, {}, leaderListResult);
      if (!answer.ok) return answer;
      try {
        return succeeded(answer.value.list.map(decodeLeader));
      } catch {
        return failed({ code: UNEXPECTED_SHAPE, message: '' });
      }
    },
    lead: (name) => send('leader/set', { leading: true, nickName: name }, ALREADY.leadsOrFollows),
    stopLeading: () => send('leader/set', { leading: false }, ALREADY.neither),
    follow: ({ leader, ratio, maxAmount }) =>
      send('follow/set', { leaderId: String(leader), ratio: rateText(ratio), maxAmount: moneyText(maxAmount) }, ALREADY.asAsked),
    stopFollowing: (close) => send('follow/stop', { closePositions: close }, ALREADY.neither),
  };
}
