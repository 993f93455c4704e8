import { feeCoinOf, quantityCoin, valueCoin, type Coin, type Instrument, type Side } from '@tapedeck/domain';
import { useMemo } from 'react';
import { useClient } from './client-context.tsx';

interface Row {
  readonly symbol: string;
  readonly side: Side;
}

type CoinOf<Of> = (row: Of) => Coin | undefined;

/** Instrument and coins of a row of the past; nothing of an instrument that is in no list any more. */
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
        const instrument = client.instrument(symbol);
        return instrument && coin(instrument);
      };
    return {
      instrument: ({ symbol }) => client.instrument(symbol),
      quantity: read(quantityCoin),
      value: read(valueCoin),
      settle: read(({ settleCoin }) => settleCoin),
      fee: (row) => read((instrument) => feeCoinOf(instrument, row.side))(row),
    };
  }, [client]);
}
