import { quantityCoin } from '@tapedeck/domain';
import { isPortfolioMargin, lacksPrice } from '@tapedeck/client';
import { arrives, Button, ChevronDownIcon, NumberField, OnRequest } from '@tapedeck/ui';
import { lazy, useState } from 'react';
import { useAccountTraits } from '../../widgets/account-traits.ts';
import { ShareSlider } from '../../widgets/share-slider.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import styles from './order-form.module.css';
import { useOrderFormText } from './texts.ts';
import { useFieldError, type Part } from './use-field-error.ts';

const UnitDialog = lazy(() => arrives(() => import('./entry-dialogs/unit-dialog.tsx')).then((module) => ({ default: module.UnitDialog })));

/** Quantity in coins, cost or value, with the slider of the largest order. */
export function QuantityField({ form }: Part) {
  const text = useOrderFormText();
  const quantity = useSelected(form.draft, (draft) => draft.quantity);
  const unit = useSelected(form.draft, (draft) => draft.unit);
  const share = useSelected(form.draft, (draft) => draft.share ?? 0);
  const needsPrice = useSelected(form.draft, lacksPrice);
  const replaced = useSelected(form.draft, (draft) => draft.replaced);
  const error = useFieldError(form, 'quantity');
  const portfolio = isPortfolioMargin(useAccountTraits());
  const [choosing, setChoosing] = useState(false);
  const { instrument } = form.feed;
  const coin = unit === 'quantity' ? quantityCoin(instrument) : instrument.settleCoin;
  return (
    <>
      <NumberField
        label={text(`unit.${unit}`)}
        value={quantity}
        error={error}
        onText={(typed) => form.dispatch({ type: 'quantityTyped', text: typed })}
        onStep={(steps) => form.dispatch({ type: 'quantityStepped', steps })}
        onBlur={() => {
          form.dispatch({ type: 'quantityBlurred' });
          if (form.draft.get().quantity !== '') form.leaveField('quantity');
        }}
        actions={
          <Button tone="ghost" className={styles['unit']} aria-label={text('unit.open', { coin })} onClick={() => setChoosing(true)}>
            <span>{coin}</span> <ChevronDownIcon />
          </Button>
        }
      />
      {choosing && (
        <OnRequest onVoid={() => setChoosing(false)}>
          <UnitDialog form={form} onClose={() => setChoosing(false)} />
        </OnRequest>
      )}
      {replaced !== undefined && (
        <p role="status" className={styles['note']}>
          {text(replaced)}
        </p>
      )}
      {!portfolio && (
        <ShareSlider
          label={text('share')}
          value={share}
          needsPrice={needsPrice}
          onChange={(percent) => form.dispatch({ type: 'quantityShareChosen', percent })}
        />
      )}
    </>
  );
}
