import type { PositionView, Readable } from '@tapedeck/client';
import { milliseconds, priceUnits, type Instrument } from '@tapedeck/domain';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { UNKNOWN } from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

const UNIT = 1e8;

/** Exposure of an option position: strike, delivery time, volatility, and the greeks of the entire position. */
export function OptionLine({ instrument, position }: { instrument: Instrument; position: Readable<PositionView | undefined> }) {
  const text = usePositionsText();
  const formats = useFormats();
  const { option, deliveryAt } = instrument;
  if (option === undefined || deliveryAt === undefined) return null;
  const shown = (value: number, digits: number): string => formats.count(BigInt(Math.round(value * 10 ** digits)), digits);
  return (
    <span className={styles['option']}>
      <span>
        {text('optionTerms', {
          strike: shown(Number(priceUnits(option.strike)) / UNIT, 2),
          at: formats.dateTime(milliseconds(deliveryAt)),
        })}
      </span>
      <Ticking
        label={text('greeks')}
        sources={[position]}
        read={() => {
          const held = position.get()?.option;
          if (held === undefined) return UNKNOWN;
          const { delta, gamma, vega, theta } = held.greeks;
          const iv = shown(held.volatility * 100, 2);
          return text('greekValues', { delta: shown(delta, 4), gamma: shown(gamma, 6), vega: shown(vega, 2), theta: shown(theta, 2), iv });
        }}
      />
    </span>
  );
}
