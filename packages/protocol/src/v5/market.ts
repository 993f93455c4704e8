import * as v from 'valibot';
import { object } from '../schema.ts';
import { categoryText, symbolField, countField, coinField } from './fields.ts';

export const v5InstrumentsQuery = object({
  category: categoryText,
  symbol: v.optional(symbolField),
  baseCoin: v.optional(coinField),
  status: v.optional(v.picklist(['PreLaunch', 'Trading', 'Delivering', 'Closed'])),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5TickersQuery = object({
  category: categoryText,
  symbol: v.optional(symbolField),
  baseCoin: v.optional(coinField),
  expDate: v.optional(v.string()),
});

export const v5BookQuery = object({ category: categoryText, symbol: symbolField, limit: v.optional(countField) });

export const v5KlineQuery = object({
  category: v.optional(categoryText, 'linear'),
  symbol: symbolField,
  interval: v.picklist(['1', '3', '5', '15', '30', '60', '120', '240', '360', '720', 'D', 'W', 'M']),
  start: v.optional(countField),
  end: v.optional(countField),
  limit: v.optional(countField),
});

export const v5ContractQuery = object({
  category: v.picklist(['linear', 'inverse']),
  symbol: v.optional(symbolField),
  cursor: v.optional(v.string()),
});

export const v5OneSymbolQuery = object({ category: v.optional(categoryText, 'linear'), symbol: symbolField });

export const v5FundingQuery = object({
  category: v.picklist(['linear', 'inverse']),
  symbol: symbolField,
  startTime: v.optional(countField),
  endTime: v.optional(countField),
  limit: v.optional(countField),
});

export const v5TradesQuery = object({
  category: categoryText,
  symbol: v.optional(symbolField),
  baseCoin: v.optional(coinField),
  limit: v.optional(countField),
});

export const v5InterestQuery = object({
  category: v.picklist(['linear', 'inverse']),
  symbol: symbolField,
  intervalTime: v.picklist(['5min', '15min', '30min', '1h', '4h', '1d']),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5RatioQuery = object({
  category: v.picklist(['linear', 'inverse']),
  symbol: symbolField,
  period: v.picklist(['5min', '15min', '30min', '1h', '4h', '1d', '4d']),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5DeliveryPriceQuery = object({
  category: v.picklist(['linear', 'inverse', 'option']),
  symbol: v.optional(symbolField),
  baseCoin: v.optional(coinField),
  settleCoin: v.optional(coinField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5NewDeliveryQuery = object({ category: v.literal('option'), baseCoin: coinField, settleCoin: v.optional(coinField) });

export const v5VolatilityQuery = object({
  category: v.literal('option'),
  baseCoin: v.optional(coinField),
  quoteCoin: v.optional(v.picklist(['USD', 'USDT'])),
  period: v.optional(v.picklist(['7', '14', '21', '30', '60', '90', '180', '270'])),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
});

export const v5IndexQuery = object({ indexName: symbolField });

export const v5InsuranceQuery = object({ coin: v.optional(coinField) });
