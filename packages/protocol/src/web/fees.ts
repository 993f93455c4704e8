import { FEE_TIERS } from '@tapedeck/domain';
import * as v from 'valibot';
import { object } from '../schema.ts';

export const feeTierText = v.picklist(FEE_TIERS);

/** `user.fees`: a new fee tier of the account, from its next fill on. */
export const feeTierItem = object({ tier: feeTierText });

/** GET /contract/v5/account/fee-rate: for one symbol, or for every contract and listed pair. */
export const feeRateQuery = object({ symbol: v.optional(v.pipe(v.string(), v.maxLength(64))) });
export type FeeRateQuery = v.InferOutput<typeof feeRateQuery>;

/** Rates are shares: `"0.00055"` is 0.055 %. */
export const feeRateResult = object({
  tier: feeTierText,
  list: v.array(object({ symbol: v.string(), makerFeeRate: v.string(), takerFeeRate: v.string() })),
});
export type FeeRateResult = v.InferOutput<typeof feeRateResult>;
