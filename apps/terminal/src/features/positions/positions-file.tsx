import type { PositionFields } from '@tapedeck/client';
import { csvLine, POSITION_FIELDS } from '@tapedeck/protocol';
import { Button, Menu } from '@tapedeck/ui';
import { useClient } from '../../platform/client-context.tsx';
import { useCommonText } from '../../platform/texts.tsx';
import { usePositionsText } from './texts.ts';

const FILE = 'positions.csv';

/** One line for each position with all its fields; its TP/SL entries are in one cell. */
export const positionsCsv = (positions: readonly PositionFields[]): string =>
  [
    csvLine([...POSITION_FIELDS, 'partialTpslList', 'fullTpsl']),
    ...positions.map((position) =>
      csvLine([
        ...POSITION_FIELDS.map((field) => position[field]),
        JSON.stringify(position.partialTpslList),
        position.fullTpsl === undefined ? '' : JSON.stringify(position.fullTpsl),
      ]),
    ),
  ].join('');

function save(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = FILE;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Download of the positions: open ones, or empty ones too. */
export function PositionsFile() {
  const client = useClient();
  const text = usePositionsText();
  const common = useCommonText();
  const item = (id: 'fileOpen' | 'fileEmpty', empty: boolean) => ({
    ...{ id, label: text(id) },
    onSelect: () => save(positionsCsv(client.positions.list({ empty }))),
  });
  return (
    <Menu
      trigger={
        <Button size="small" tone="ghost" aria-label={text('fileOf')}>
          {common('downloadCsv')}
        </Button>
      }
      items={[item('fileOpen', false), item('fileEmpty', true)]}
    />
  );
}
