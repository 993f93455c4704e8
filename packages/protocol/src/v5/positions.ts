import * as z from 'zod/mini';
import { symbolField, decimalField, countField, coinField } from './fields.ts';

const v5ContractCategory = z.enum(['linear', 'inverse']);

export const v5IndexField = z.optional(z.union([z.literal([0, 1, 2]), z.literal(['0', '1', '2'])]));

export const v5PositionListQuery = z.object({
  category: z.enum(['linear', 'inverse', 'option']),
  symbol: z.optional(symbolField),
  baseCoin: z.optional(coinField),
  settleCoin: z.optional(coinField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5LeverageRequest = z.object({
  category: v5ContractCategory,
  symbol: symbolField,
  buyLeverage: decimalField,
  sellLeverage: decimalField,
});

export const v5ModeRequest = z.object({
  category: z.literal('linear'),
  symbol: z.optional(symbolField),
  coin: z.optional(coinField),
  mode: z.union([z.literal([0, 3]), z.literal(['0', '3'])]),
});

export const v5StopRequest = z.object({
  category: z.enum(['linear', 'inverse', 'option']),
  symbol: symbolField,
  positionIdx: v5IndexField,
  tpslMode: z.optional(z.enum(['Full', 'Partial'])),
  takeProfit: z.optional(decimalField),
  stopLoss: z.optional(decimalField),
  trailingStop: z.optional(decimalField),
  activePrice: z.optional(decimalField),
  tpTriggerBy: z.optional(z.enum(['LastPrice', 'IndexPrice', 'MarkPrice'])),
  slTriggerBy: z.optional(z.enum(['LastPrice', 'IndexPrice', 'MarkPrice'])),
  tpSize: z.optional(decimalField),
  slSize: z.optional(decimalField),
  tpLimitPrice: z.optional(decimalField),
  slLimitPrice: z.optional(decimalField),
  tpOrderType: z.optional(z.enum(['Market', 'Limit'])),
  slOrderType: z.optional(z.enum(['Market', 'Limit'])),
});

export const v5MarginRequest = z.object({
  category: v5ContractCategory,
  symbol: symbolField,
  margin: decimalField,
  positionIdx: v5IndexField,
});

export const v5AutoRequest = z.object({
  category: v5ContractCategory,
  symbol: symbolField,
  autoAddMargin: z.union([z.literal([0, 1]), z.literal(['0', '1'])]),
  positionIdx: v5IndexField,
});

export const v5ClosedQuery = z.object({
  category: z.enum(['linear', 'inverse', 'option']),
  symbol: z.optional(symbolField),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});

export const v5SymbolInfoQuery = z.object({ category: v5ContractCategory, symbol: z.optional(symbolField) });

export const v5PendingRequest = z.object({ category: v5ContractCategory, symbol: symbolField });

export const v5RiskLimitRequest = z.object({
  category: v5ContractCategory,
  symbol: symbolField,
  riskId: z.union([z.number(), countField]),
  positionIdx: v5IndexField,
});

export const v5ClosedOptionsQuery = z.object({
  category: z.literal('option'),
  symbol: z.optional(symbolField),
  startTime: z.optional(countField),
  endTime: z.optional(countField),
  limit: z.optional(countField),
  cursor: z.optional(z.string()),
});
