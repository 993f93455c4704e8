import type { StateReader, StateWriter } from '@tapedeck/exchange';
import { hashIntegers, hashText, mix32 } from './hash.ts';

const TWO_32 = 4_294_967_296;
const WARM_UP_ROUNDS = 8;
/** Six 16-bit uniforms: mean 3 × 65,535 and a standard deviation of sqrt(6/12) × 65,536. */
const NORMAL_MEAN = 196_605;
const NORMAL_DEVIATION = 46_340.95;

/**
 * A small, fast generator (four 32-bit words, add, shift and rotate only) that gives the same numbers on every machine.
 * Not for secrets.
 */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  constructor(seed: number) {
    this.reseed(seed);
  }

  /** The stream of one purpose: streams of different symbols, purposes or indices do not overlap in practice. */
  static stream(seed: number, symbol: string, purpose: string, index = 0): Random {
    return new Random(hashIntegers(seed, hashText(symbol), hashText(purpose), index));
  }

  reseed(seed: number): void {
    this.#a = mix32(seed);
    this.#b = mix32(seed ^ 0x5bd1e995);
    this.#c = mix32(seed + 0x3c6ef372);
    this.#counter = 1;
    for (let i = 0; i < WARM_UP_ROUNDS; i += 1) this.next();
  }

  /** A 32-bit integer, 0 to 2^32 - 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return this.next() / TWO_32;
  }

  /** Uniform integer in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.unit() * bound);
  }

  /** Uniform integer in [low, high]. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** Close to normal: mean 0, deviation 1, never beyond 4.3. */
  normal(): number {
    const x = this.next();
    const y = this.next();
    const z = this.next();
    const sum = (x & 0xffff) + (x >>> 16) + (y & 0xffff) + (y >>> 16) + (z & 0xffff) + (z >>> 16);
    return (sum - NORMAL_MEAN) / NORMAL_DEVIATION;
  }

  /** Deviation of a calm, a busy or, rarely, a wild normal: a mixture of them has deviation 1 and kurtosis about 6. */
  wildness(): number {
    const kind = this.next() & 0xff;
    if (kind < 8) return 2.4;
    return kind < 56 ? 1.35 : 0.782;
  }

  /** Exponential with mean 1, exact, by comparing runs of uniforms (von Neumann 1951): no logarithm is needed. */
  exponential(): number {
    for (let whole = 0; ; whole += 1) {
      const first = this.unit();
      let previous = first;
      let length = 1;
      for (;;) {
        const value = this.unit();
        if (value >= previous) break;
        previous = value;
        length += 1;
      }
      if (length % 2 === 1) return whole + first;
    }
  }

  /** Mean 1, most draws far below it and some far above: the product of four exponentials, similar to the distribution of order sizes. */
  uneven(): number {
    return this.exponential() * this.exponential() * this.exponential() * this.exponential();
  }

  /** Pareto with tail exponent 2 and mean 1, cut at `most`. */
  pareto(most: number): number {
    const value = 0.5 / Math.sqrt(1 - this.unit());
    return value < most ? value : most;
  }

  write(writer: StateWriter): void {
    writer.number(this.#a);
    writer.number(this.#b);
    writer.number(this.#c);
    writer.number(this.#counter);
  }

  read(reader: StateReader): void {
    this.#a = reader.number();
    this.#b = reader.number();
    this.#c = reader.number();
    this.#counter = reader.number();
  }
}
