import type { PositionView } from '@tapedeck/client';
import { FootSum, TableFoot } from '@tapedeck/ui';
import { addMoney, moneyUnits, ZERO_MONEY, type Coin, type Money } from '@tapedeck/domain';
import { useMemo } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { coinDigits, marginDigits, moneyText, signedMoneyText, toneOf, UNKNOWN } from '../../platform/values.ts';
import { usePositionsText } from './texts.ts';

/** A sum over positions; unknown as long as one of its parts is. */
export const sumOf = (views: readonly PositionView[], part: (view: PositionView) => Money | undefined): Money | undefined =>
  views.reduce<Money | undefined>((sum, view) => {
    const own = part(view);
    return sum === undefined || own === undefined ? undefined : addMoney(sum, own);
  }, ZERO_MONEY);

/** Unrealised P&L and margin of the listed positions, by coin. Its key is these positions: the number of sources is fixed. */
export function PositionSums({ keys }: { readonly keys: readonly string[] }) {
  const { positions } = useClient();
  const text = usePositionsText();
  const formats = useFormats();
  const sources = useMemo(() => keys.map((key) => positions.position(key)), [keys, positions]);
  const viewsIn = (coin: Coin): readonly PositionView[] =>
    sources.flatMap((source) => {
      const view = source.get();
      return view?.instrument.settleCoin === coin ? view : [];
    });
  const coins = [...new Set(sources.flatMap((source) => source.get()?.instrument.settleCoin ?? []))];
  const sums = (write: (coin: Coin) => TickingValue | string) =>
    coins.map((coin) => (
      <FootSum key={coin} coin={coin}>
        <Ticking sources={sources} read={() => write(coin)} />
      </FootSum>
    ));
  return (
    <TableFoot label={text('sums')}>
      <span>{text('unrealisedSum')}</span>
      {sums((coin) => {
        const sum = sumOf(viewsIn(coin), ({ unrealisedPnl }) => unrealisedPnl);
        if (sum === undefined) return UNKNOWN;
        return { text: signedMoneyText(formats, sum, coinDigits(coin)), tone: toneOf(moneyUnits(sum)) };
      })}
      <span>{text('marginSum')}</span>
      {sums((coin) =>
        moneyText(
          formats,
          sumOf(viewsIn(coin), ({ initialMargin }) => initialMargin),
          marginDigits(coin),
        ),
      )}
    </TableFoot>
  );
}
