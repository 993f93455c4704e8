import * as z from 'zod/mini';
import { categoryText, symbolField, countField, coinField } from './fields.ts';

export const v5InstrumentsQuery = z.object({
  category: categoryText,
  symbol: z.optional(symbolField),
  baseCoin: z.optional(coinField),
  status: z.optional(z.enum(['PreLaunch', 'Trading', 'Delivering', 'Closed'])),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5TickersQuery = z.object({
  category: categoryText,
  symbol: z.optional(symbolField),
  baseCoin: z.optional(coinField),
  expDate: z.optional(z.string()),
});

export const v5BookQuery = z.object({ category: categoryText, symbol: symbolField, limit: z.optional(countField) });

export const v5KlineQuery = z.object({
  category: z._default(categoryText, 'linear'),
  symbol: symbolField,
  interval: z.enum(['1', '3', '5', '15', '30', '60', '120', '240', '360', '720', 'D', 'W', 'M']),
  start: z.optional(countField),
  end: z.optional(countField),
  limit: z.optional(countField),
});

export const v5ContractQuery = z.object({
  category: z.enum(['linear', 'inverse']),
  symbol: z.optional(symbolField),
  cursor: z.optional(z.string()),
});

export const v5OneSymbolQuery = z.object({ category: z._default(categoryText, 'linear'), symbol: symbolField });

export const v5FundingQuery = z.object({
  category: z.enum(['linear', 'inverse']),
  symbol: symbolField,
  startTime: z.optional(countField),
  endTime: z.optional(countField),
  limit: z.optional(countField),
});

export const v5TradesQuery = z.object({
  category: categoryText,
  symbol: z.optional(symbolField),
  baseCoin: z.optional(coinField),
  limit: z.optional(countField),
});

export const v5InterestQuery = z.object({
  category: z.enum(['linear', 'inverse']),
  symbol: symbolField,
  intervalTime: z.enum(['5min', '15min', '30min', '1h', '4h', '1d']),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5RatioQuery = z.object({
  category: z.enum(['linear', 'inverse']),
  symbol: symbolField,
  period: z.enum(['5min', '15min', '30min', '1h', '4h', '1d', '4d']),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5DeliveryPriceQuery = z.object({
  category: z.enum(['linear', 'inverse', 'option']),
  symbol: z.optional(symbolField),
  baseCoin: z.optional(coinField),
  settleCoin: z.optional(coinField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5NewDeliveryQuery = z.object({ category: z.literal('option'), baseCoin: coinField, settleCoin: z.optional(coinField) });

export const v5VolatilityQuery = z.object({
  category: z.literal('option'),
  baseCoin: z.optional(coinField),
  quoteCoin: z.optional(z.enum(['USD', 'USDT'])),
  period: z.optional(z.enum(['7', '14', '21', '30', '60', '90', '180', '270'])),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
});

export const v5IndexQuery = z.object({ indexName: symbolField });

export const v5InsuranceQuery = z.object({ coin: z.optional(coinField) });
