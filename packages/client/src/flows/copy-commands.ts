import type { AccountId, LeaderRecord, Money, Rate } from '@tapedeck/domain';
import { decodeLeader, emptyResult, leaderListResult, moneyText, rateText } from '@tapedeck/protocol';
import { UNEXPECTED_SHAPE } from '../connection/failure-codes.ts';
import type { Http } from '../connection/http.ts';
import { failed, succeeded, type Result } from '../store/loadable.ts';
import type { Guard } from './guard.ts';

export interface FollowTerms {
  readonly leader: AccountId;
  readonly ratio: Rate;
  readonly maxAmount: Money;
}

/** Copy trading; each call is one guarded operation. What came of it is told by `account.copying`. */
export interface CopyCommands {
  /** Everybody who can be followed. */
  leaders(): Promise<Result<readonly LeaderRecord[]>>;
  /** Lets others follow, under a name. */
  lead(name: string): Promise<Result<void>>;
  stopLeading(): Promise<Result<void>>;
  /** Begins to follow, or changes how. */
  follow(terms: FollowTerms): Promise<Result<void>>;
  /** Cancels the copies; closes the positions when that is asked for. */
  stopFollowing(close: boolean): Promise<Result<void>>;
}

const PATH = '/fapi/beehive/private/v1/common';

export function createCopyCommands({ http, guard }: { readonly http: Http; readonly guard: Guard }): CopyCommands {
  const send = (call: string, body: object): Promise<Result<void>> =>
    guard.run(`copy:${call}`, async () => {
      const answer = await http.post(`${PATH}/${call}`, body, emptyResult, { tagged: true });
      return answer.ok ? succeeded(undefined) : answer;
    });
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
    lead: (name) => send('leader/set', { leading: true, nickName: name }),
    stopLeading: () => send('leader/set', { leading: false }),
    follow: ({ leader, ratio, maxAmount }) =>
      send('follow/set', { leaderId: String(leader), ratio: rateText(ratio), maxAmount: moneyText(maxAmount) }),
    stopFollowing: (close) => send('follow/stop', { closePositions: close }),
  };
}
