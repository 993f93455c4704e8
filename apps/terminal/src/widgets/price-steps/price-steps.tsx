import { fieldPrice, PRICE_STEP_PRESETS, priceStepUnits } from '@tapedeck/client';
import { price as priceOfUnits } from '@tapedeck/domain';
import { Button, NumberField } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import type { ReactElement } from 'react';
import { textHook } from '../../platform/texts.tsx';
import { useReadable } from '../../platform/use-readable.ts';
import type { PricedForm } from '../price-fields.tsx';
import styles from '../price-fields.module.css';
import english from './text.en.json';

const useText = textHook('price-steps', english);

interface StepsProps {
  readonly form: PricedForm;
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly open: boolean;
  onOpen(open: boolean): void;
}

/** Plus and minus buttons that change the price by a selectable step. */
function StepContent({ form }: Pick<StepsProps, 'form'>) {
  const text = useText();
  const { priceStep } = useReadable(form.draft);
  const { instrument } = form.feed;
  const move = (steps: number) => form.dispatch({ type: 'priceMoved', steps });
  const shown = fieldPrice(priceOfUnits(priceStepUnits(priceStep, instrument)), instrument);
  return (
    <div className={styles['step']}>
      <div className={styles['stepMove']}>
        <Button aria-label={text('minus', { step: shown })} onClick={() => move(-1)}>
          {`− ${shown}`}
        </Button>
        <Button aria-label={text('plus', { step: shown })} onClick={() => move(1)}>
          {`+ ${shown}`}
        </Button>
      </div>
      <NumberField
        label={text('field')}
        value={priceStep}
        unit={instrument.quoteCoin}
        onText={(typed) => form.changeStep({ type: 'stepTyped', text: typed })}
        onStep={(ticks) => form.changeStep({ type: 'stepMoved', ticks })}
        onBlur={() => form.changeStep({ type: 'stepBlurred' })}
      />
      <div className={styles['stepChoices']}>
        {PRICE_STEP_PRESETS.map((ticks) => (
          <Button key={ticks} onClick={() => form.changeStep({ type: 'stepPreset', ticks })}>
            {text('ticks', { ticks })}
          </Button>
        ))}
      </div>
      <div className={styles['stepMove']}>
        <Button onClick={() => form.changeStep({ type: 'stepToMin' })}>{text('min')}</Button>
        <Button onClick={() => form.changeStep({ type: 'stepCleared' })}>{text('clear')}</Button>
      </div>
    </div>
  );
}

/** The price steps of a field. */
export function StepsPopover({ form, trigger, open, onOpen }: StepsProps) {
  const text = useText();
  return (
    <Popover trigger={trigger} label={text('title')} align="end" open={open} onOpenChange={onOpen}>
      <StepContent form={form} />
    </Popover>
  );
}
