import { formatDecimal, money, moneyUnits, mostPaperFunds, parseDecimal, type Money } from '@tapedeck/domain';

/** The requested amount of paper funds, or the reason why it is invalid. */
export function paperAmount(coin: string, text: string): { readonly amount: Money } | { readonly why: string } {
  const units = parseDecimal(text);
  const most = moneyUnits(mostPaperFunds(coin));
  if (units === undefined || units <= 0n || units > most) return { why: `must be above 0 and at most ${formatDecimal(most)}` };
  return { amount: money(units) };
}
