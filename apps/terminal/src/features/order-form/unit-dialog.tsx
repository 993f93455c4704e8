import { quantityCoin } from '@tapedeck/domain';
import { isPortfolioMargin, type QuantityUnit } from '@tapedeck/client';
import { useState } from 'react';
import { useAccountTraits } from '../../platform/account-traits.ts';
import { ConfirmFrame } from '../../platform/sending-dialog.tsx';
import { keepChoice } from '../../platform/storage.ts';
import { Choices } from './choices.tsx';
import { useOrderFormText } from './texts.ts';
import type { Part } from './use-field-error.ts';

const UNITS = ['quantity', 'cost', 'value'] as const satisfies readonly QuantityUnit[];

/** Chooses what the quantity field holds. */
export function UnitDialog({ form, onClose }: Part & { onClose(): void }) {
  const text = useOrderFormText();
  const [unit, setUnit] = useState(form.draft.get().unit);
  // Portfolio margin asks the whole account: an order has no cost of its own.
  const portfolio = isPortfolioMargin(useAccountTraits());
  const units = UNITS.filter((value) => !portfolio || value !== 'cost');
  const { instrument } = form.feed;
  const confirm = () => {
    form.dispatch({ type: 'unitChosen', unit });
    keepChoice('order.unit', unit);
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
