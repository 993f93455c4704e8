import { feeCoinOf, quantityCoin, valueCoin, type Coin, type Instrument, type Side } from '@tapedeck/domain';
import { useMemo } from 'react';
import { useClient } from '../platform/client-context.tsx';

interface Row {
  readonly symbol: string;
  readonly side: Side;
}

type CoinOf<Of> = (row: Of) => Coin | undefined;

/** Instrument and coins of a history row; undefined for an unlisted instrument. */
export interface RowCoins {
  readonly instrument: (row: Pick<Row, 'symbol'>) => Instrument | undefined;
  readonly quantity: CoinOf<Pick<Row, 'symbol'>>;
  readonly value: CoinOf<Pick<Row, 'symbol'>>;
  readonly settle: CoinOf<Pick<Row, 'symbol'>>;
  readonly fee: CoinOf<Row>;
}

export function useRowCoins(): RowCoins {
  const client = useClient();
  return useMemo(() => {
    const read =
      (coin: (instrument: Instrument) => Coin): CoinOf<Pick<Row, 'symbol'>> =>
      ({ symbol }) => {
        const instrument = client.markets.instrument(symbol);
        return instrument && coin(instrument);
      };
    return {
      instrument: ({ symbol }) => client.markets.instrument(symbol),
      quantity: read(quantityCoin),
      value: read(valueCoin),
      settle: read(({ settleCoin }) => settleCoin),
      fee: (row) => read((instrument) => feeCoinOf(instrument, row.side))(row),
    };
  }, [client]);
}
