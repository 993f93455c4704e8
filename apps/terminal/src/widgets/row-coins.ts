import { quantityCoin, valueCoin, type Coin, type Instrument } from '@tapedeck/domain';
import { useMemo } from 'react';
import { useClient } from '../platform/client-context.tsx';

interface Row {
  readonly symbol: string;
}

type CoinOf = (row: Row) => Coin | undefined;

/** Instrument and coins of a history row; undefined for an unlisted instrument. */
export interface RowCoins {
  readonly instrument: (row: Row) => Instrument | undefined;
  readonly quantity: CoinOf;
  readonly value: CoinOf;
  readonly settle: CoinOf;
}

export function useRowCoins(): RowCoins {
  const client = useClient();
  return useMemo(() => {
    const read =
      (coin: (instrument: Instrument) => Coin): CoinOf =>
      ({ symbol }) => {
        const instrument = client.markets.instrument(symbol);
        return instrument && coin(instrument);
      };
    return {
      instrument: ({ symbol }) => client.markets.instrument(symbol),
      quantity: read(quantityCoin),
      value: read(valueCoin),
      settle: read(({ settleCoin }) => settleCoin),
    };
  }, [client]);
}
