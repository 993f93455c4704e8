import { FEE_TIERS } from '@tapedeck/domain';
import * as z from 'zod/mini';

export const feeTierText = z.enum(FEE_TIERS);

/** `user.fees`: another fee tier of the account, which counts from its next fill on. */
export const feeTierItem = z.object({ tier: feeTierText });

/** GET /contract/v5/account/fee-rate: of one symbol, or of every contract and shown pair. */
export const feeRateQuery = z.object({ symbol: z.optional(z.string().check(z.maxLength(64))) });
export type FeeRateQuery = z.infer<typeof feeRateQuery>;

/** Rates are shares: `"0.00055"` is 0.055 %. */
export const feeRateResult = z.object({
  tier: feeTierText,
  list: z.array(z.object({ symbol: z.string(), makerFeeRate: z.string(), takerFeeRate: z.string() })),
});
export type FeeRateResult = z.infer<typeof feeRateResult>;
