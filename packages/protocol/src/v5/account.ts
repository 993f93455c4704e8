import * as v from 'valibot';
import { object } from '../schema.ts';
import { categoryText, symbolField, decimalField, countField, coinField } from './fields.ts';

const onOff = v.picklist(['ON', 'OFF']);
const coinsField = v.optional(v.pipe(v.string(), v.maxLength(400)));

export const v5WalletQuery = object({
  accountType: v.picklist(['UNIFIED', 'CONTRACT', 'SPOT']),
  coin: coinsField,
});

export const v5MarginModeRequest = object({ setMarginMode: v.picklist(['ISOLATED_MARGIN', 'REGULAR_MARGIN', 'PORTFOLIO_MARGIN']) });

export const v5FeeQuery = object({
  category: v.optional(categoryText, 'linear'),
  symbol: v.optional(symbolField),
  baseCoin: v.optional(coinField),
});

export const v5LogQuery = object({
  accountType: v.optional(v.string()),
  category: v.optional(categoryText),
  currency: v.optional(coinField),
  baseCoin: v.optional(coinField),
  type: v.optional(v.string()),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5TransferRequest = object({
  transferId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,36}$/)),
  coin: coinField,
  amount: decimalField,
  fromAccountType: v.picklist(['UNIFIED', 'FUND']),
  toAccountType: v.picklist(['UNIFIED', 'FUND']),
});

export const v5TransfersQuery = object({
  transferId: v.optional(v.string()),
  coin: v.optional(coinField),
  status: v.optional(v.string()),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5CoinsQuery = object({ accountType: v.picklist(['UNIFIED', 'FUND']), coin: coinsField });

export const v5Nothing = object({});

export const v5CoinInfoQuery = object({ coin: v.optional(v.pipe(v.string(), v.maxLength(20))) });

/** Coins of one wallet; `coin` names exactly one. */
export const v5OneCoinQuery = object({ accountType: v.picklist(['UNIFIED', 'FUND']), coin: coinField });

export const v5TransferCoinsQuery = object({
  fromAccountType: v.picklist(['UNIFIED', 'FUND']),
  toAccountType: v.picklist(['UNIFIED', 'FUND']),
});

/** All coins of the account, or one of them. */
export const v5CurrencyQuery = object({ currency: v.optional(coinField) });

export const v5CurrencyNeededQuery = object({ currency: coinField });

export const v5BaseCoinQuery = object({ baseCoin: v.optional(coinField) });

export const v5WithdrawalQuery = object({
  coinName: v.pipe(v.string(), v.maxLength(400), v.regex(/^[A-Z0-9]{1,20}(,[A-Z0-9]{1,20}){0,19}$/)),
});

export const v5CollateralRequest = object({ coin: coinField, collateralSwitch: onOff });

export const v5CollateralBatchRequest = object({ request: v.pipe(v.array(v5CollateralRequest), v.minLength(1), v.maxLength(20)) });

export const v5BorrowRequest = object({ coin: coinField, amount: decimalField });

export const v5RepayRequest = object({ coin: v.optional(coinField), amount: v.optional(decimalField) });

export const v5BorrowHistoryQuery = object({
  currency: v.optional(coinField),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5HedgingRequest = object({ setHedgingMode: onOff });

export const v5FundsRequest = object({
  adjustType: v.optional(v.union([v.picklist([0, 1]), v.picklist(['0', '1'])])),
  utaDemoApplyMoney: v.optional(v.pipe(v.array(object({ coin: coinField, amountStr: decimalField })), v.minLength(1), v.maxLength(4))),
});

export const v5MarginSwitchRequest = object({ spotMarginMode: v.union([v.picklist([0, 1]), v.picklist(['0', '1'])]) });

export const v5MarginLeverageRequest = object({ leverage: decimalField, currency: v.optional(coinField) });

export const v5RateHistoryQuery = object({
  currency: coinField,
  vipLevel: v.optional(v.string()),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
});

export const v5RecordQuery = object({
  category: categoryText,
  symbol: v.optional(symbolField),
  expDate: v.optional(v.string()),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5AccountInstrumentsQuery = object({
  category: categoryText,
  symbol: v.optional(symbolField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});
