import { LENT_COINS, money, parseDecimal } from '@tapedeck/domain';
import type { AccountId, FundsMove, MoveFunds, Untimed } from '@tapedeck/domain';
import {
  accountTransferRequest,
  coinTermsResult,
  emptyRequest,
  emptyResult,
  encodeCoinTerms,
  moveFundsRequest,
  setCollateralRequest,
  transferRequest,
} from '@tapedeck/protocol';
import type { AccountTransferRequest, CoinTermsResult, MoveFundsRequest, SetCollateralRequest, TransferRequest } from '@tapedeck/protocol';
import { badParameter, done, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { route, type Route, type Services } from './route.ts';

interface Asked {
  readonly account: AccountId;
  readonly move: FundsMove;
  readonly coin: string;
  readonly amount: string;
  readonly requestId: string | undefined;
}

/** An empty result confirms the change; its ledger lines arrive on the private stream. */
async function move({ venue }: Services, { account, move: name, coin, amount, requestId }: Asked): Promise<Reply> {
  const units = parseDecimal(amount);
  if (units === undefined || units <= 0n) return badParameter('amount');
  const command: Untimed<MoveFunds> = { type: 'MoveFunds', account, coin, move: name, amount: money(units), requestId: requestId ?? '' };
  const { refusal } = await venue.submit(command);
  return refusal === undefined ? done({}) : refused(refusal);
}

function moving(path: string, name: FundsMove, summary: string): Route {
  return route<MoveFundsRequest>({
    method: 'POST',
    path,
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary,
    request: moveFundsRequest,
    result: emptyResult,
    answer: ({ coin, amount, requestId }, services, { account }) => move(services, { account, move: name, coin, amount, requestId }),
  });
}

/** Between accounts of the same user, both real or both demo. */
async function transferBetween(request: AccountTransferRequest, { venue, users }: Services, session: Session): Promise<Reply> {
  const { coin, fromAccountKind = session.accountKind, toAccountKind, transferId } = request;
  const units = parseDecimal(request.amount);
  if (units === undefined || units <= 0n) return badParameter('amount');
  if (fromAccountKind === toAccountKind) return badParameter('toAccountKind', 'is the source of the transfer; choose another account');
  const own = users.accounts(session.user).filter(({ isDemo }) => isDemo === session.isDemo);
  const [from, to] = [fromAccountKind, toAccountKind].map((kind) => own.find((account) => account.kind === kind));
  if (from === undefined) return badParameter('fromAccountKind', 'is not an open account');
  if (to === undefined) return badParameter('toAccountKind', 'is not an open account');
  const outcome = await venue.submit({
    type: 'TransferFunds',
    account: from.account,
    to: to.account,
    coin,
    amount: money(units),
    ...(transferId !== undefined && { requestId: transferId }),
  });
  return outcome.refusal === undefined ? done({}) : refused(outcome.refusal);
}

export const ASSET_ROUTES: readonly Route[] = [
  route<object>({
    method: 'GET',
    path: '/contract/v5/asset/coin-terms',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'Collateral ratios of coins, their borrowing limits, interest and yield.',
    request: emptyRequest,
    result: coinTermsResult,
    answer: () => {
      const result: CoinTermsResult = { list: LENT_COINS.map(encodeCoinTerms) };
      return done(result);
    },
  }),
  route<SetCollateralRequest>({
    method: 'POST',
    path: '/contract/v5/account/set-collateral-switch',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Turns the use of a coin as collateral on or off; refused while the margin needs it.',
    request: setCollateralRequest,
    result: emptyResult,
    answer: async ({ coin, collateralSwitch }, { venue }, { account }) => {
      const outcome = await venue.submit({ type: 'SetCollateral', account, coin, on: collateralSwitch === 'ON' });
      return outcome.refusal === undefined ? done({}) : refused(outcome.refusal);
    },
  }),
  route<TransferRequest>({
    method: 'POST',
    path: '/contract/v5/asset/transfer',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Moves coins between the trading and the funding wallet.',
    request: transferRequest,
    result: emptyResult,
    answer: ({ coin, amount, from, to, transferId }, services, { account }) => {
      if (from === to) return badParameter('to', 'is the source of the transfer; choose another account');
      const name = to === 'funding' ? 'toFunding' : 'toTrading';
      return move(services, { account, move: name, coin, amount, requestId: transferId });
    },
  }),
  route<AccountTransferRequest>({
    method: 'POST',
    path: '/contract/v5/asset/account-transfer',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Moves coins from the trading wallet of one account of the user into that of another kind.',
    request: accountTransferRequest,
    result: emptyResult,
    answer: transferBetween,
  }),
  moving('/contract/v5/asset/borrow', 'borrow', 'Borrows coins into the trading wallet; interest is charged every hour.'),
  moving('/contract/v5/asset/repay', 'repay', 'Repays borrowed coins from the trading wallet, at most the amount owed.'),
  moving('/contract/v5/asset/subscribe', 'subscribe', 'Subscribes coins of the funding wallet to savings; they earn yield every hour.'),
  moving('/contract/v5/asset/redeem', 'redeem', 'Redeems saved coins into the funding wallet.'),
];
