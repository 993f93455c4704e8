import type { AccountKind, Coin, FundsMove, Money } from '@tapedeck/domain';
import { ignoredResult, moneyText } from '@tapedeck/protocol';
import { ALREADY } from '../connection/failure-codes.ts';
import { succeeded, type Result } from '../store/loadable.ts';
import type { Guard } from './guard.ts';
import type { Once } from './once.ts';

/** Moves coins of the account without a trade. */
export interface FundsCommands {
  /** Executed once, however often its answer is lost: each attempt has the same id. */
  move(move: FundsMove, coin: Coin, amount: Money): Promise<Result<void>>;
  /** Moves coins from the selected account into the trading wallet of the user's account of another kind; executed once, as above. */
  transferToAccount(kind: AccountKind, coin: Coin, amount: Money): Promise<Result<void>>;
  /** Asks for paper funds: once a day for each coin. */
  paperFunds(coin: Coin, amount: Money): Promise<Result<void>>;
  /** Turns the use of a coin as collateral on or off. */
  setCollateral(coin: Coin, on: boolean): Promise<Result<void>>;
}

function callOf(move: FundsMove, coin: Coin, amount: string): { readonly path: string; readonly body: object; readonly idField?: string } {
  if (move === 'toFunding' || move === 'toTrading') {
    const [from, to] = move === 'toFunding' ? ['trading', 'funding'] : ['funding', 'trading'];
    return { path: '/contract/v5/asset/transfer', body: { coin, amount, from, to }, idField: 'transferId' };
  }
  return { path: `/contract/v5/asset/${move}`, body: { coin, amount } };
}

export function createFundsCommands(guard: Guard, once: Once): FundsCommands {
  return {
    setCollateral(coin, on) {
      return guard.runAlone(`collateral:${coin}`, () => {
        const body = { coin, collateralSwitch: on ? 'ON' : 'OFF' };
        return once.set({ path: '/contract/v5/account/set-collateral-switch', body, schema: ignoredResult, already: ALREADY.asAsked });
      });
    },
    transferToAccount(kind, coin, amount) {
      return guard.runAlone(`funds:${coin}`, async () => {
        const body = { coin, amount: moneyText(amount), toAccountKind: kind };
        const answer = await once.post({ path: '/contract/v5/asset/account-transfer', body, schema: ignoredResult, idField: 'transferId' });
        return answer.ok ? succeeded(undefined) : answer;
      });
    },
    paperFunds(coin, amount) {
      return guard.runAlone(`funds:${coin}`, async () => {
        const body = { coin, amount: moneyText(amount) };
        const answer = await once.post({ path: '/contract/v5/account/paper-funds', body, schema: ignoredResult });
        return answer.ok ? succeeded(undefined) : answer;
      });
    },
    move(move, coin, amount) {
      return guard.runAlone(`funds:${coin}`, async () => {
        const answer = await once.post({ ...callOf(move, coin, moneyText(amount)), schema: ignoredResult });
        return answer.ok ? succeeded(undefined) : answer;
      });
    },
  };
}
