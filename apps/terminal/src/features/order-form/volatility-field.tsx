import { priceOfVolatility, typedNumber, VOLATILITY_DIGITS, volatilityOfPrice } from '@tapedeck/client';
import { NumberField } from '@tapedeck/ui';
import { useState } from 'react';
import { useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { useOrderFormText } from './texts.ts';
import type { Part } from './use-field-error.ts';

/** The limit price of an option as its implied volatility: a typed volatility sets the price, and a price shows its volatility. */
export function VolatilityField({ form }: Part) {
  const text = useOrderFormText();
  const formats = useFormats();
  const price = useSelected(form.draft, (draft) => draft.price);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const { instrument, ticker } = form.feed;
  const market = () => ticker.get().ticker?.market;
  const now = market();
  const type = (entered: string): void => {
    const percent = typedNumber(entered, { precision: VOLATILITY_DIGITS });
    setTyped(percent);
    const at = market();
    const next = at && priceOfVolatility(instrument, at, percent);
    if (next !== undefined) form.dispatch({ type: 'priceSet', price: next });
  };
  return (
    <NumberField
      label={text('volatility')}
      unit={formats.percentSign()}
      data-ticks
      value={typed ?? (now === undefined ? '' : volatilityOfPrice(instrument, now, price))}
      onText={type}
      onBlur={() => setTyped(undefined)}
    />
  );
}
