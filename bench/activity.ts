import { seededRandom } from './random.ts';

/** Which accounts trade which instruments, and how often each pair sends an order. */
export interface Activity {
  /** Instruments that an account trades at all, by its place among the accounts. */
  readonly instruments: readonly (readonly number[])[];
  draw(random: () => number): { readonly account: number; readonly instrument: number };
}

/** Shape of both distributions, as in the public generator of exchange-core. */
const SHAPE = 1.5;
const SEED = 11;

const pareto = (random: () => number): number => (1 - random()) ** (-1 / SHAPE);

/** Every account trades everything, equally often. */
export function evenActivity(accounts: number, symbols: number): Activity {
  const all = Array.from({ length: symbols }, (_, instrument) => instrument);
  return {
    instruments: Array.from({ length: accounts }, () => all),
    draw: (random) => ({
      account: Math.floor(random() * accounts),
      instrument: symbols === 1 ? 0 : Math.floor(random() * symbols),
    }),
  };
}

function drawInstruments(random: () => number, symbols: number): number[] {
  const count = Math.min(1 + Math.floor(pareto(random)), symbols);
  const drawn = new Set<number>();
  while (drawn.size < count) drawn.add(Math.floor(random() * symbols));
  return [...drawn];
}

/**
 * As the public generator of exchange-core draws it: an account trades 1 + Pareto(1, 1.5) of the instruments, three or four on average, and
 * the orders fall on the instruments by weights of the same shape, so that a few are busy and most are not.
 */
export function skewedActivity(accounts: number, symbols: number): Activity {
  const random = seededRandom(SEED);
  const drawn = Array.from({ length: symbols }, () => pareto(random));
  const instruments = Array.from({ length: accounts }, () => drawInstruments(random, symbols));
  const traders: number[][] = drawn.map(() => []);
  for (const [account, own] of instruments.entries()) for (const instrument of own) traders[instrument]?.push(account);
  const weights = drawn.map((weight, instrument) => (traders[instrument]?.length === 0 ? 0 : weight));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    instruments,
    draw(next) {
      let left = next() * total;
      const found = weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      });
      const among = traders[found] ?? [];
      return { account: among[Math.floor(next() * among.length)] ?? 0, instrument: found };
    },
  };
}
