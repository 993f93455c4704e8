import type { AccountKind, Coin, FundsMove, Money } from '@tapedeck/domain';
import { moneyText } from '@tapedeck/protocol';
import { ALREADY } from '../connection/failure-codes.ts';
import type { Schema } from '../connection/http.ts';
import { succeeded, type Result } from '../store/loadable.ts';
import type { Guard } from './guard.ts';
import type { Once } from './once.ts';

/** Everything that moves coins of the account without a trade. */
export interface FundsFlow {
  /** Done once, however often its answer is lost: the same request is sent with the same id. */
  moveFunds(move: FundsMove, coin: Coin, amount: Money): Promise<Result<void>>;
  /** Moves coins from the account that is looked at into the trading wallet of the user's account of another kind; done once, as above. */
  transferToAccount(kind: AccountKind, coin: Coin, amount: Money): Promise<Result<void>>;
  /** Lets what there is of a coin count as margin, or no more. */
  setCollateral(coin: Coin, on: boolean): Promise<Result<void>>;
}

const anything: Schema<undefined> = { safeParse: () => ({ success: true, data: undefined }) };

function callOf(move: FundsMove, coin: Coin, amount: string): { readonly path: string; readonly body: object; readonly idField?: string } {
  if (move === 'toFunding' || move === 'toTrading') {
    const [from, to] = move === 'toFunding' ? ['trading', 'funding'] : ['funding', 'trading'];
    return { path: '/contract/v5/asset/transfer', body: { coin, amount, from, to }, idField: 'transferId' };
  }
  return { path: `/contract/v5/asset/${move}`, body: { coin, amount } };
}

export function createFundsFlow(guard: Guard, once: Once): FundsFlow {
  return {
    setCollateral(coin, on) {
      return guard.runAlone(`collateral:${coin}`, () => {
        const body = { coin, collateralSwitch: on ? 'ON' : 'OFF' };
        return once.set({ path: '/contract/v5/account/set-collateral-switch', body, schema: anything, already: ALREADY.asAsked });
      });
    },
    transferToAccount(kind, coin, amount) {
      return guard.runAlone(`funds:${coin}`, async () => {
        const body = { coin, amount: moneyText(amount), toAccountKind: kind };
        const answer = await once.post({ path: '/contract/v5/asset/account-transfer', body, schema: anything, idField: 'transferId' });
        return answer.ok ? succeeded(undefined) : answer;
      });
    },
    moveFunds(move, coin, amount) {
      return guard.runAlone(`funds:${coin}`, async () => {
        const answer = await once.post({ ...callOf(move, coin, moneyText(amount)), schema: anything });
        return answer.ok ? succeeded(undefined) : answer;
      });
    },
  };
}
