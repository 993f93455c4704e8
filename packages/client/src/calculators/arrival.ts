import { arrivalOf, levelsOfOthers, lotCount, tickCount } from '@tapedeck/domain';
import type { Arrival, ArrivalTerms, BookLevels, LevelFill, OwnOrder } from '@tapedeck/domain';

export interface VisibleArrival extends Arrival {
  readonly fills: readonly LevelFill[];
}

/** Visible levels, best first: ticks at even, lots at odd indices. */
export function seenLevels(levels: readonly number[]): BookLevels {
  let at = 0;
  const tick = (): number => levels[at] ?? -1;
  return {
    best: () => {
      at = 0;
      return tick();
    },
    next: () => {
      at += 2;
      return tick();
    },
    lotsAt: () => levels[at + 1] ?? 0,
  };
}

/** The result of an order on arrival, from the visible levels of the opposite side and the trader's own orders in them. */
export function visibleArrival(terms: ArrivalTerms, levels: readonly number[], own: readonly OwnOrder[] = []): VisibleArrival {
  const fills: LevelFill[] = [];
  const arrival = arrivalOf(terms, levelsOfOthers(seenLevels(levels), own), (tick, count) =>
    fills.push({ tick: tickCount(tick), count: lotCount(count) }),
  );
  return { ...arrival, fills };
}
