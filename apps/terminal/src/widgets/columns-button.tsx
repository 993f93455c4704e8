import { arrives, BehindButton, Button } from '@tapedeck/ui';
import { lazy, useState } from 'react';
import type { TableLayoutChoice } from './table-layout.ts';
import { useCommonText } from '../platform/texts.tsx';

const ColumnsPopover = lazy(() =>
  arrives(() => import('./columns-popover.tsx')).then((module) => ({ default: module.ColumnsPopover })),
) as <Id extends string>(
  props: ColumnsButtonProps<Id> & { readonly trigger: React.ReactElement<Record<string, unknown>> },
) => React.ReactNode;

export interface ColumnsButtonProps<Id extends string> {
  readonly layout: TableLayoutChoice<Id>;
  label(id: Id): string;
}

/** Chooses the columns of a table and their order. */
export function ColumnsButton<Id extends string>(props: ColumnsButtonProps<Id>) {
  const common = useCommonText();
  const [asked, setAsked] = useState(false);
  const button = (
    <Button size="small" tone="ghost" onClick={() => setAsked(true)}>
      {common('columns')}
    </Button>
  );
  return (
    <BehindButton button={button} isAsked={asked} onVoid={() => setAsked(false)}>
      <ColumnsPopover {...props} trigger={button} />
    </BehindButton>
  );
}
