import * as z from 'zod/mini';
import { categoryText, symbolField, decimalField, countField, coinField } from './fields.ts';

const onOff = z.enum(['ON', 'OFF']);
const coinsField = z.optional(z.string().check(z.maxLength(400)));

export const v5WalletQuery = z.object({
  accountType: z.enum(['UNIFIED', 'CONTRACT', 'SPOT']),
  coin: coinsField,
});

export const v5MarginModeRequest = z.object({ setMarginMode: z.enum(['ISOLATED_MARGIN', 'REGULAR_MARGIN', 'PORTFOLIO_MARGIN']) });

export const v5FeeQuery = z.object({
  category: z._default(categoryText, 'linear'),
  symbol: z.optional(symbolField),
  baseCoin: z.optional(coinField),
});

export const v5LogQuery = z.object({
  accountType: z.optional(z.string()),
  category: z.optional(categoryText),
  currency: z.optional(coinField),
  baseCoin: z.optional(coinField),
  type: z.optional(z.string()),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5TransferRequest = z.object({
  transferId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,36}$/)),
  coin: coinField,
  amount: decimalField,
  fromAccountType: z.enum(['UNIFIED', 'FUND']),
  toAccountType: z.enum(['UNIFIED', 'FUND']),
});

export const v5TransfersQuery = z.object({
  transferId: z.optional(z.string()),
  coin: z.optional(coinField),
  status: z.optional(z.string()),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5CoinsQuery = z.object({ accountType: z.enum(['UNIFIED', 'FUND']), coin: coinsField });

export const v5Nothing = z.object({});

export const v5CoinInfoQuery = z.object({ coin: z.optional(z.string().check(z.maxLength(20))) });

/** Coins of one wallet; `coin` names exactly one. */
export const v5OneCoinQuery = z.object({ accountType: z.enum(['UNIFIED', 'FUND']), coin: coinField });

export const v5TransferCoinsQuery = z.object({ fromAccountType: z.enum(['UNIFIED', 'FUND']), toAccountType: z.enum(['UNIFIED', 'FUND']) });

/** Of the account's own coins, each or one of them. */
export const v5CurrencyQuery = z.object({ currency: z.optional(coinField) });

export const v5CurrencyNeededQuery = z.object({ currency: coinField });

export const v5BaseCoinQuery = z.object({ baseCoin: z.optional(coinField) });

export const v5WithdrawalQuery = z.object({
  coinName: z.string().check(z.maxLength(400), z.regex(/^[A-Z0-9]{1,20}(,[A-Z0-9]{1,20}){0,19}$/)),
});

export const v5CollateralRequest = z.object({ coin: coinField, collateralSwitch: onOff });

export const v5CollateralBatchRequest = z.object({ request: z.array(v5CollateralRequest).check(z.minLength(1), z.maxLength(20)) });

export const v5BorrowRequest = z.object({ coin: coinField, amount: decimalField });

export const v5RepayRequest = z.object({ coin: z.optional(coinField), amount: z.optional(decimalField) });

export const v5BorrowHistoryQuery = z.object({
  currency: z.optional(coinField),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5HedgingRequest = z.object({ setHedgingMode: onOff });

export const v5FundsRequest = z.object({
  adjustType: z.optional(z.union([z.literal([0, 1]), z.literal(['0', '1'])])),
  utaDemoApplyMoney: z.optional(z.array(z.object({ coin: coinField, amountStr: decimalField })).check(z.minLength(1), z.maxLength(4))),
});

export const v5MarginSwitchRequest = z.object({ spotMarginMode: z.union([z.literal([0, 1]), z.literal(['0', '1'])]) });

export const v5MarginLeverageRequest = z.object({ leverage: decimalField, currency: z.optional(coinField) });

export const v5RateHistoryQuery = z.object({
  currency: coinField,
  vipLevel: z.optional(z.string()),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
});

export const v5RecordQuery = z.object({
  category: categoryText,
  symbol: z.optional(symbolField),
  expDate: z.optional(z.string()),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5AccountInstrumentsQuery = z.object({
  category: categoryText,
  symbol: z.optional(symbolField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});
