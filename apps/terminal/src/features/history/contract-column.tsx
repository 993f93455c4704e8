import type { ExecutionItem } from '@tapedeck/protocol';
import { Tag } from '@tapedeck/ui';
import type { PastColumn } from '../../widgets/paged-table.tsx';
import type { useHistoryText } from './texts.ts';

/** The contract, and the kind of execution unless it was an own trade. */
export const contractColumn = <Row extends Pick<ExecutionItem, 'symbol' | 'execType'>>(
  text: ReturnType<typeof useHistoryText>,
): PastColumn<Row> => ({
  ...{ label: text('contract'), align: 'start', kind: 'title' },
  show: ({ symbol, execType }) => (
    <>
      <span>{symbol}</span> {execType !== 'Trade' && <Tag>{text(`kind.${execType}`)}</Tag>}
    </>
  ),
  sort: ({ symbol }) => symbol,
});
