import { arrives, NumberField } from '@tapedeck/ui';
import { lazy, Suspense } from 'react';
import { useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import styles from './order-form.module.css';
import { useOrderFormText } from './texts.ts';
import type { Part } from './use-field-error.ts';

const VolatilityField = lazy(() => arrives(() => import('./volatility-field.tsx')).then((module) => ({ default: module.VolatilityField })));

/** The implied volatility of an option's limit price. The option model loads with it, so the field stands there disabled meanwhile. */
export function VolatilityRow({ form }: Part) {
  const text = useOrderFormText();
  const formats = useFormats();
  const limit = useSelected(form.draft, (draft) => draft.orderType === 'Limit');
  if (!limit) return null;
  const ahead = (
    <NumberField
      disabled
      className={styles['ahead']}
      label={text('volatility')}
      unit={formats.percentSign()}
      value=""
      onText={() => undefined}
    />
  );
  return (
    <Suspense fallback={ahead}>
      <VolatilityField form={form} />
    </Suspense>
  );
}
