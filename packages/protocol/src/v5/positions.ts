import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { symbolField, decimalField, countField, coinField } from './fields.ts';

const v5ContractCategory = v.picklist(['linear', 'inverse']);

export const v5IndexField = v.optional(v.union([v.picklist([0, 1, 2]), v.picklist(['0', '1', '2'])]));

export const v5PositionListQuery = object({
  category: v.picklist(['linear', 'inverse', 'option']),
  symbol: v.optional(symbolField),
  baseCoin: v.optional(coinField),
  settleCoin: v.optional(coinField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5LeverageRequest = object({
  category: v5ContractCategory,
  symbol: symbolField,
  buyLeverage: decimalField,
  sellLeverage: decimalField,
});

export const v5ModeRequest = object({
  category: v.literal('linear'),
  symbol: v.optional(symbolField),
  coin: v.optional(coinField),
  mode: v.union([v.picklist([0, 3]), v.picklist(['0', '3'])]),
});

export const v5StopRequest = object({
  category: v.picklist(['linear', 'inverse', 'option']),
  symbol: symbolField,
  positionIdx: v5IndexField,
  tpslMode: v.optional(v.picklist(['Full', 'Partial'])),
  takeProfit: v.optional(decimalField),
  stopLoss: v.optional(decimalField),
  trailingStop: v.optional(decimalField),
  activePrice: v.optional(decimalField),
  tpTriggerBy: v.optional(v.picklist(['LastPrice', 'IndexPrice', 'MarkPrice'])),
  slTriggerBy: v.optional(v.picklist(['LastPrice', 'IndexPrice', 'MarkPrice'])),
  tpSize: v.optional(decimalField),
  slSize: v.optional(decimalField),
  tpLimitPrice: v.optional(decimalField),
  slLimitPrice: v.optional(decimalField),
  tpOrderType: v.optional(v.picklist(['Market', 'Limit'])),
  slOrderType: v.optional(v.picklist(['Market', 'Limit'])),
});

export const v5MarginRequest = object({
  category: v5ContractCategory,
  symbol: symbolField,
  margin: decimalField,
  positionIdx: v5IndexField,
});

export const v5AutoRequest = object({
  category: v5ContractCategory,
  symbol: symbolField,
  autoAddMargin: v.union([v.picklist([0, 1]), v.picklist(['0', '1'])]),
  positionIdx: v5IndexField,
});

export const v5ClosedQuery = object({
  category: v.picklist(['linear', 'inverse', 'option']),
  symbol: v.optional(symbolField),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});

export const v5SymbolInfoQuery = object({ category: v5ContractCategory, symbol: v.optional(symbolField) });

export const v5PendingRequest = object({ category: v5ContractCategory, symbol: symbolField });

export const v5RiskLimitRequest = object({
  category: v5ContractCategory,
  symbol: symbolField,
  riskId: v.union([number, countField]),
  positionIdx: v5IndexField,
});

export const v5ClosedOptionsQuery = object({
  category: v.literal('option'),
  symbol: v.optional(symbolField),
  startTime: v.optional(countField),
  endTime: v.optional(countField),
  limit: v.optional(countField),
  cursor: v.optional(v.string()),
});
