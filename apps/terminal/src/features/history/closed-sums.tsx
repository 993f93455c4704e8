import { addMoney, money, moneyUnits, parseDecimal, ZERO_MONEY, type Coin, type Money } from '@tapedeck/domain';
import type { ClosedPnlItem } from '@tapedeck/protocol';
import { FootSum, TableFoot } from '@tapedeck/ui';
import { useFormats } from '../../platform/texts.tsx';
import { coinDigits, signedMoneyText, toneOf } from '../../platform/values.ts';
import { useRowCoins } from '../../widgets/row-coins.ts';
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
  const label = text(more ? 'sumOfNewest' : 'sumOfAll', { count: rows.length });
  return (
    <TableFoot label={label}>
      <span>{label}</span>
      {[...closedSums(rows, settle)].map(([coin, sum]) => (
        <FootSum key={coin} coin={coin}>
          <span data-tone={toneOf(moneyUnits(sum))}>{signedMoneyText(formats, sum, coinDigits(coin))}</span>
        </FootSum>
      ))}
      {before > 0 && <span>{text('sumBeforeCosts', { count: before })}</span>}
    </TableFoot>
  );
}
