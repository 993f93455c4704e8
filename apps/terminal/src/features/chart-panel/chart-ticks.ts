import { price, ticksOfPrice, type Instrument, type Ticks } from '@tapedeck/domain';

/** The chart's plain number as the nearest price that can trade. */
export const chartTicks = (value: number, { tickSize }: Pick<Instrument, 'tickSize'>): Ticks =>
  ticksOfPrice(price(BigInt(Math.round(value * 1e8))), tickSize, 'nearest');
