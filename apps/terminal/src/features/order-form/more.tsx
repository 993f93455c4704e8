import { arrives } from '@tapedeck/ui';
import { lazy, Suspense, useState } from 'react';
import { useSoon } from '../../platform/use-soon.ts';
import styles from './order-form.module.css';
import { useOrderFormText } from './texts.ts';
import type { Part } from './use-field-error.ts';

const loadFields = () => arrives(() => import('./order-more/more-fields.tsx'));
const MoreFields = lazy(() => loadFields().then((module) => ({ default: module.MoreFields })));

/** Rarely changed settings, loaded when they are opened. */
export function More({ form }: Part) {
  const text = useOrderFormText();
  const [open, setOpen] = useState(false);
  useSoon(loadFields);
  return (
    <details className={styles['more']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text('more')}</summary>
      {open && (
        <Suspense fallback={null}>
          <MoreFields form={form} />
        </Suspense>
      )}
    </details>
  );
}
