import { addMoney, money, moneyUnits, parseDecimal, ZERO_MONEY, type Coin, type Money } from '@tapedeck/domain';
import type { ClosedPnlItem } from '@tapedeck/protocol';
import { useFormats } from '../../platform/texts.tsx';
import { coinDigits, signedMoneyText, toneOf } from '../../platform/values.ts';
import { useRowCoins } from '../../widgets/row-coins.ts';
import { TableFoot } from '../../widgets/table-foot.tsx';
import { useHistoryText } from './texts.ts';

/** P&L of the rows by coin: after costs where they are known. Rows of unlisted contracts have no coin. */
export function closedSums(rows: readonly ClosedPnlItem[], coinOf: (item: ClosedPnlItem) => Coin | undefined): ReadonlyMap<Coin, Money> {
  const sums = new Map<Coin, Money>();
  for (const item of rows) {
    const coin = coinOf(item);
    const pnl = money(parseDecimal(item.netPnl ?? item.closedPnl) ?? 0n);
    if (coin !== undefined) sums.set(coin, addMoney(sums.get(coin) ?? ZERO_MONEY, pnl));
  }
  return sums;
}

/** The foot of the closed P&L: the sum of the rows that are loaded. */
export function ClosedSums({ rows, more }: { readonly rows: readonly ClosedPnlItem[]; readonly more: boolean }) {
  const text = useHistoryText();
  const formats = useFormats();
  const { settle } = useRowCoins();
  const before = rows.filter(({ netPnl }) => netPnl === undefined).length;
  const sums = [...closedSums(rows, settle)].map(([coin, sum]) => ({
    ...{ name: coin, coin, tone: toneOf(moneyUnits(sum)) },
    value: signedMoneyText(formats, sum, coinDigits(coin)),
  }));
  return (
    <TableFoot
      label={text(more ? 'sumOfNewest' : 'sumOfAll', { count: rows.length })}
      sums={sums}
      note={before === 0 ? undefined : text('sumBeforeCosts', { count: before })}
    />
  );
}
