import { REFUSALS, type Refusal, type RefusalReason } from '@tapedeck/domain';
import type { Category } from '@tapedeck/protocol/v5';

type Codes = Readonly<Partial<Record<RefusalReason, number>>>;

/** Codes that the public v5 API numbers differently from the web API. */
const V5_CODES: Codes = {
  triggerNotAbove: 110092,
  triggerNotBelow: 110093,
  takeProfitTooLow: 10001,
  takeProfitTooHigh: 10001,
  stopLossTooHigh: 10001,
  stopLossTooLow: 10001,
};

/** The public v5 API numbers refusals of orders in pairs separately; programs recognise them by these codes. */
const SPOT_CODES: Codes = {
  insufficientBalance: 170131,
  priceOffTick: 170134,
  quantityTooSmall: 170136,
  quantityOffLot: 170137,
  notionalTooSmall: 170140,
  duplicateClientOrderId: 170141,
  orderUnknown: 170213,
};

/** `retCode` of a refusal. */
export const codeOfRefusal = ({ reason }: Refusal, category: Category | undefined): number =>
  (category === 'spot' ? SPOT_CODES[reason] : undefined) ?? V5_CODES[reason] ?? REFUSALS[reason].code;
