import { arrives, Button } from '@tapedeck/ui';
import { lazy, Suspense, useState } from 'react';
import type { TableLayoutChoice } from './table-layout.ts';
import { useCommonText } from './texts.tsx';

const ColumnsPopover = lazy(() =>
  arrives(() => import('./columns-popover.tsx')).then((module) => ({ default: module.ColumnsPopover })),
) as <Id extends string>(
  props: ColumnsButtonProps<Id> & { readonly trigger: React.ReactElement<Record<string, unknown>> },
) => React.ReactNode;

export interface ColumnsButtonProps<Id extends string> {
  readonly layout: TableLayoutChoice<Id>;
  label(id: Id): string;
}

/** Which columns a table shows, and in which order. */
export function ColumnsButton<Id extends string>(props: ColumnsButtonProps<Id>) {
  const common = useCommonText();
  const [asked, setAsked] = useState(false);
  const button = (
    <Button size="small" tone="ghost" onClick={() => setAsked(true)}>
      {common('columns')}
    </Button>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <ColumnsPopover {...props} trigger={button} />
    </Suspense>
  );
}
