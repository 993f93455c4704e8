import { quantityCoin } from '@tapedeck/domain';
import { isPortfolioMargin, type QuantityUnit } from '@tapedeck/client';
import { useState } from 'react';
import { useAccountTraits } from '../../../widgets/account-traits.ts';
import { ConfirmFrame } from '../../../widgets/sending-dialog.tsx';
import { keepChoice } from '../../../platform/storage.ts';
import { Choices } from '../choices.tsx';
import { unitChoice } from '../order-form-store.ts';
import { useEntryText } from './texts.ts';
import type { Part } from '../use-field-error.ts';

const UNITS = ['quantity', 'cost', 'value'] as const satisfies readonly QuantityUnit[];

/** Chooses the unit of the quantity field. */
export function UnitDialog({ form, onClose }: Part & { onClose(): void }) {
  const text = useEntryText();
  const [unit, setUnit] = useState(form.draft.get().unit);
  // Portfolio margin covers the whole account: an order has no cost of its own.
  const portfolio = isPortfolioMargin(useAccountTraits());
  const units = UNITS.filter((value) => !portfolio || value !== 'cost');
  const { instrument } = form.feed;
  const confirm = () => {
    form.dispatch({ type: 'unitChosen', unit });
    keepChoice(unitChoice(instrument), unit);
    onClose();
  };
  return (
    <ConfirmFrame title={text('unit.title')} onConfirm={confirm} onClose={onClose}>
      <Choices
        label={text('unit.title')}
        name="quantity-unit"
        value={unit}
        items={units.map((value) => ({
          value,
          title: text(`unit.${value}`),
          detail: text(`unit.means.${value}`, { coin: value === 'quantity' ? quantityCoin(instrument) : instrument.settleCoin }),
        }))}
        onChange={(value) => setUnit(value)}
      />
    </ConfirmFrame>
  );
}
