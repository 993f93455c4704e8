import * as z from 'zod/mini';
import { decimalText, requestIdText } from './envelope.ts';
import { accountKindText } from './session.ts';

const coinText = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/));

/** POST /contract/v5/asset/transfer, between the trading and the funding wallet. */
export const transferRequest = z.object({
  coin: coinText,
  amount: decimalText,
  from: z.enum(['trading', 'funding']),
  to: z.enum(['trading', 'funding']),
  transferId: z.optional(requestIdText),
});
export type TransferRequest = z.infer<typeof transferRequest>;

/**
 * POST /contract/v5/asset/account-transfer, between the trading wallets of two accounts of the user in one mode (real or demo). Without
 * `fromAccountKind` it is from the account that is looked at.
 */
export const accountTransferRequest = z.object({
  coin: coinText,
  amount: decimalText,
  fromAccountKind: z.optional(accountKindText),
  toAccountKind: accountKindText,
  transferId: z.optional(requestIdText),
});
export type AccountTransferRequest = z.infer<typeof accountTransferRequest>;

/** POST /contract/v5/asset/borrow, /repay, /subscribe and /redeem. */
export const moveFundsRequest = z.object({ coin: coinText, amount: decimalText, requestId: z.optional(requestIdText) });
export type MoveFundsRequest = z.infer<typeof moveFundsRequest>;

/** What a coin is worth as collateral, and what it costs to owe it. Rates are shares: `"0.95"` is 95 %. */
export const coinTermsItem = z.object({
  coin: z.string(),
  /** Of the amount up to `upTo` ('' for all of the rest), beyond the row before, this share counts as margin. */
  collateral: z.array(z.object({ upTo: z.string(), ratio: z.string() })),
  /** '0': the coin is not lent. */
  borrowLimit: z.string(),
  /** What is owed by itself, not borrowed by hand, bears no interest up to this. */
  interestFree: z.string(),
  hourlyInterestRate: z.string(),
  /** '0': the coin cannot be saved. */
  hourlyYieldRate: z.string(),
});
export type CoinTermsItem = z.infer<typeof coinTermsItem>;

/** GET /contract/v5/asset/coin-terms: of the coins that are lent or saved; every other counts half. */
export const coinTermsResult = z.object({ list: z.array(coinTermsItem) });
export type CoinTermsResult = z.infer<typeof coinTermsResult>;

/** POST /contract/v5/account/set-collateral-switch. */
export const setCollateralRequest = z.object({
  coin: z.string().check(z.regex(/^[A-Z0-9]{1,12}$/)),
  collateralSwitch: z.enum(['ON', 'OFF']),
});
export type SetCollateralRequest = z.infer<typeof setCollateralRequest>;
