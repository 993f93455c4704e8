import * as z from 'zod/mini';
import { categoryText, symbolField, decimalField, countField, coinField } from './fields.ts';

export const v5WalletQuery = z.object({
  accountType: z.enum(['UNIFIED', 'CONTRACT', 'SPOT']),
  coin: z.optional(z.string().check(z.maxLength(400))),
});

export const v5MarginModeRequest = z.object({ setMarginMode: z.enum(['ISOLATED_MARGIN', 'REGULAR_MARGIN', 'PORTFOLIO_MARGIN']) });

export const v5FeeQuery = z.object({ category: categoryText, symbol: z.optional(symbolField), baseCoin: z.optional(coinField) });

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

export const v5CoinsQuery = z.object({ accountType: z.enum(['UNIFIED', 'FUND']), coin: z.optional(z.string().check(z.maxLength(200))) });

export const v5Nothing = z.object({});

export const v5CoinInfoQuery = z.object({ coin: z.optional(z.string().check(z.maxLength(20))) });
