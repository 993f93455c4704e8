import * as v from 'valibot';
import { object } from '../schema.ts';
import { decimalText, requestIdText } from './envelope.ts';
import { accountKindText } from './session.ts';

const coinText = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/));

/** POST /contract/v5/asset/transfer, between the trading and the funding wallet. */
export const transferRequest = object({
  coin: coinText,
  amount: decimalText,
  from: v.picklist(['trading', 'funding']),
  to: v.picklist(['trading', 'funding']),
  transferId: v.optional(requestIdText),
});
export type TransferRequest = v.InferOutput<typeof transferRequest>;

/**
 * POST /contract/v5/asset/account-transfer, between the trading wallets of two accounts of the user in one mode (real
 * or demo). The default for `fromAccountKind` is the selected account.
 */
export const accountTransferRequest = object({
  coin: coinText,
  amount: decimalText,
  fromAccountKind: v.optional(accountKindText),
  toAccountKind: accountKindText,
  transferId: v.optional(requestIdText),
});
export type AccountTransferRequest = v.InferOutput<typeof accountTransferRequest>;

/** POST /contract/v5/asset/borrow, /repay, /subscribe and /redeem. */
export const moveFundsRequest = object({ coin: coinText, amount: decimalText, requestId: v.optional(requestIdText) });
export type MoveFundsRequest = v.InferOutput<typeof moveFundsRequest>;

/** Collateral value of a coin, and the cost of borrowing it. Rates are shares: `"0.95"` is 95 %. */
export const coinTermsItem = object({
  coin: v.string(),
  /** Collateral ratio for the part of the amount between the previous row and `upTo` ('' for the remainder). */
  collateral: v.array(object({ upTo: v.string(), ratio: v.string() })),
  /** '0': the coin is not lent. */
  borrowLimit: v.string(),
  /** Debt that arose without a manual loan bears no interest up to this amount. */
  interestFree: v.string(),
  hourlyInterestRate: v.string(),
  /** '0': the coin cannot be saved. */
  hourlyYieldRate: v.string(),
});
export type CoinTermsItem = v.InferOutput<typeof coinTermsItem>;

/** GET /contract/v5/asset/coin-terms: for coins that are lent or saved; all others have a ratio of one half. */
export const coinTermsResult = object({ list: v.array(coinTermsItem) });
export type CoinTermsResult = v.InferOutput<typeof coinTermsResult>;

/** POST /contract/v5/account/set-collateral-switch. */
export const setCollateralRequest = object({
  coin: v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/)),
  collateralSwitch: v.picklist(['ON', 'OFF']),
});
export type SetCollateralRequest = v.InferOutput<typeof setCollateralRequest>;
