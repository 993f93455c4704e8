import { arrives, Button, OnRequest } from '@tapedeck/ui';
import { lazy, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { priceFieldText } from '../../platform/values.ts';
import { useOrderFormText } from './texts.ts';
import type { Part } from './use-field-error.ts';

const CalculatorDialog = lazy(() =>
  arrives(() => import('./calculator/calculator-dialog.tsx')).then((module) => ({ default: module.CalculatorDialog })),
);

/** Opens the calculator with the contract's leverage and last price. */
export function CalculatorButton({ form }: Part) {
  const client = useClient();
  const text = useOrderFormText();
  const [asked, setAsked] = useState(false);
  const { instrument, ticker } = form.feed;
  const last = ticker.get().ticker?.market.last;
  return (
    <>
      <Button tone="link" size="small" onClick={() => setAsked(true)}>
        {text('calculator.open')}
      </Button>
      {asked && (
        <OnRequest onVoid={() => setAsked(false)}>
          <CalculatorDialog
            instrument={form.context().instrument}
            settings={client.positions.settings(instrument.id).get()}
            price={last === undefined ? '' : priceFieldText(last, instrument)}
            onClose={() => setAsked(false)}
          />
        </OnRequest>
      )}
    </>
  );
}
