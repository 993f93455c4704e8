import { hashIntegers } from './hash.ts';

/** Four 16-bit uniforms: their mean, and their standard deviation sqrt(4/12) × 65,536. */
const NORMAL_MEAN = 131_070;
const NORMAL_DEVIATION = 37_837.2;

/** Close to normal: mean 0, deviation 1, never beyond 3.5. */
function knot(seed: number, index: number): number {
  const x = hashIntegers(seed, index, 0);
  const y = hashIntegers(seed, index, 1);
  return ((x & 0xffff) + (x >>> 16) + (y & 0xffff) + (y >>> 16) - NORMAL_MEAN) / NORMAL_DEVIATION;
}

/**
 * A noise of mean 0 and deviation 1 that changes within about `period` ms: a function of the seed and the time alone.
 * Linear between its knots, and scaled to the same variance everywhere.
 */
export function latticeNoise(seed: number, period: number, time: number): number {
  const place = Math.floor(time / period);
  const part = time / period - place;
  const rest = 1 - part;
  return (rest * knot(seed, place) + part * knot(seed, place + 1)) / Math.sqrt(rest * rest + part * part);
}
