import type { Side } from '@tapedeck/domain';
import { StateUnreadable, type StateReader, type StateWriter } from '@tapedeck/exchange';
import type { Random } from '../random/random.ts';

/** Participants by leverage: their share of opened positions, and their closing rate on a relative scale. */
interface Style {
  readonly leverage: number;
  readonly share: number;
  readonly haste: number;
}

const STYLES: readonly Style[] = [
  { leverage: 3, share: 0.24, haste: 1 },
  { leverage: 5, share: 0.28, haste: 1 },
  { leverage: 10, share: 0.3, haste: 2 },
  { leverage: 25, share: 0.12, haste: 10 },
  { leverage: 50, share: 0.04, haste: 12 },
  { leverage: 100, share: 0.02, haste: 15 },
];
const SIDES: readonly Side[] = ['Buy', 'Sell'];
/**
 * Participants whose entry prices are within this share of each other form one cohort, and a style has at most this
 * many cohorts per side.
 */
const ENTRY_WIDTH = 0.006;
const COHORTS_MAX = 12;
const NOBODY = -1;

/** Participants with one side, one leverage and about one entry price, in ticks. */
interface Cohort {
  readonly side: Side;
  readonly style: number;
  entry: number;
  lots: number;
  /** Number of accounts; not whole. */
  accounts: number;
}

/** Newly opened positions: quantity in lots, and number of accounts. */
export interface Opened {
  readonly lots: number;
  readonly accounts: number;
}

/** Positions in liquidation. `bust`: bankruptcy price, in ticks. `waited`: ms since liquidation began. */
export interface Due {
  readonly side: Side;
  readonly bust: number;
  lots: number;
  waited: number;
}

/** Positions of a contract's simulated participants, grouped by side, leverage and entry price. */
export class Cohorts {
  readonly #maintenance: number;
  readonly #inverse: boolean;
  #cohorts: Cohort[] = [];
  /** Between these prices no cohort is due for liquidation. */
  #longDue = NOBODY;
  #shortDue = Infinity;

  /** `maintenance` is the minimum margin as a share of a position's value. */
  constructor(maintenance: number, inverse: boolean) {
    this.#maintenance = maintenance;
    this.#inverse = inverse;
  }

  held(side: Side): number {
    return this.#cohorts.reduce((sum, cohort) => (cohort.side === side ? sum + cohort.lots : sum), 0);
  }

  /** Accounts with a position on a side. */
  accounts(side: Side): number {
    return Math.round(this.#cohorts.reduce((sum, cohort) => (cohort.side === side ? sum + cohort.accounts : sum), 0));
  }

  /** Price at which a position has lost `cushion` of its entry value. */
  #lost(side: Side, entry: number, cushion: number): number {
    const sign = side === 'Buy' ? 1 : -1;
    return this.#inverse ? entry / (1 + sign * cushion) : entry * (1 - sign * cushion);
  }

  #dueAt({ side, style, entry }: Cohort): number {
    const { leverage } = STYLES[style] as Style;
    return this.#lost(side, entry, Math.max(0.1 / leverage, 1 / leverage - this.#maintenance));
  }

  /** Draws a style by its share of opened positions. */
  static draw(random: Random): number {
    let rest = random.unit();
    return Math.max(
      0,
      STYLES.findIndex(({ share }) => (rest -= share) < 0),
    );
  }

  /** Whether a position of a style would have survived these prices. */
  outlives(side: Side, style: number, entry: number, { low, high }: { readonly low: number; readonly high: number }): boolean {
    const due = this.#dueAt({ side, style, entry, lots: 0, accounts: 0 });
    return side === 'Buy' ? low > due : high < due;
  }

  opened(side: Side, style: number, entry: number, { lots, accounts }: Opened): void {
    let nearest: Cohort | undefined;
    let count = 0;
    for (const cohort of this.#cohorts) {
      if (cohort.side !== side || cohort.style !== style) continue;
      count += 1;
      if (nearest === undefined || Math.abs(cohort.entry - entry) < Math.abs(nearest.entry - entry)) nearest = cohort;
    }
    const joins = nearest !== undefined && (count >= COHORTS_MAX || Math.abs(nearest.entry - entry) <= ENTRY_WIDTH * entry);
    if (nearest === undefined || !joins) {
      nearest = { side, style, entry, lots, accounts };
      this.#cohorts.push(nearest);
    } else {
      nearest.entry = (nearest.entry * nearest.lots + entry * lots) / (nearest.lots + lots);
      nearest.lots += lots;
      nearest.accounts += accounts;
    }
    this.#note(nearest);
  }

  #note(cohort: Cohort): void {
    if (cohort.side === 'Buy') this.#longDue = Math.max(this.#longDue, this.#dueAt(cohort));
    else this.#shortDue = Math.min(this.#shortDue, this.#dueAt(cohort));
  }

  /** Closes some: the likelihood of a cohort grows with its holdings and its closing rate. */
  closed(side: Side, count: number, random: Random): void {
    const weight = ({ style, lots }: Cohort): number => (STYLES[style] as Style).haste * lots;
    for (let left = count; left > 0;) {
      const own = this.#cohorts.filter((cohort) => cohort.side === side);
      let rest = random.unit() * own.reduce((sum, cohort) => sum + weight(cohort), 0);
      const chosen = own.find((cohort) => (rest -= weight(cohort)) < 0) ?? own[0];
      if (chosen === undefined) return;
      const part = Math.min(left, chosen.lots);
      chosen.accounts *= 1 - part / chosen.lots;
      chosen.lots -= part;
      left -= part;
      if (chosen.lots === 0) this.#cohorts = this.#cohorts.filter((cohort) => cohort !== chosen);
    }
  }

  /** Removes and returns the cohorts that a price has reached. */
  reached(price: number): Due[] {
    if (price > this.#longDue && price < this.#shortDue) return [];
    const isDue = (cohort: Cohort): boolean => (cohort.side === 'Buy' ? price <= this.#dueAt(cohort) : price >= this.#dueAt(cohort));
    const due = this.#cohorts.filter(isDue);
    this.#cohorts = this.#cohorts.filter((cohort) => !isDue(cohort));
    this.#findDue();
    return due.map(({ side, style, entry, lots }) => {
      const bust = this.#lost(side, entry, 1 / (STYLES[style] as Style).leverage);
      return { side, bust: Math.max(1, Math.round(bust)), lots, waited: 0 };
    });
  }

  #findDue(): void {
    this.#longDue = NOBODY;
    this.#shortDue = Infinity;
    for (const cohort of this.#cohorts) this.#note(cohort);
  }

  write(writer: StateWriter): void {
    writer.number(this.#cohorts.length);
    for (const { side, style, entry, lots, accounts } of this.#cohorts) {
      for (const value of [SIDES.indexOf(side), style, entry, lots, accounts]) writer.number(value);
    }
  }

  read(reader: StateReader): void {
    this.#cohorts = [];
    for (let left = reader.number(); left > 0; left -= 1) {
      const side = SIDES[reader.number()];
      const style = reader.number();
      if (side === undefined || STYLES[style] === undefined) throw new StateUnreadable('there are no such participants');
      this.#cohorts.push({ side, style, entry: reader.number(), lots: reader.number(), accounts: reader.number() });
    }
    this.#findDue();
  }
}
