import type { Opaque } from './opaque.ts';

/** An amount of one coin in units of 1e-8, signed. A bigint at run time. */
export type Money = Opaque<'Money'>;
/** A price in units of 1e-8 quote per base, not necessarily on a tick. A bigint at run time. */
export type Price = Opaque<'Price'>;
/** A quantity in units of 1e-8 base coin (inverse contracts: 1e-8 contract), not negative. A bigint at run time. */
export type Quantity = Opaque<'Quantity'>;
/** A fraction in units of 1e-8 (0.00055 is 55,000), signed. A bigint at run time. */
export type Rate = Opaque<'Rate'>;
/** Leverage in hundredths (12.5x is 1,250), positive. A bigint at run time. */
export type Leverage = Opaque<'Leverage'>;
/** A whole count of ticks of one instrument. A safe integer at run time. */
export type Ticks = Opaque<'Ticks'>;
/** A whole count of lots of one instrument, not negative. A safe integer at run time. */
export type Lots = Opaque<'Lots'>;
/** Milliseconds since 1970-01-01 UTC. A safe integer at run time. */
export type Timestamp = Opaque<'Timestamp'>;
