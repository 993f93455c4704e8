import { isCopied, lotCount, moneyUnits } from '@tapedeck/domain';
import { Button, DataTable, StateMessage, TableCell, TableRow, type Column } from '@tapedeck/ui';
import { useClient } from '../../platform/client-context.tsx';
import { askMarketClose } from '../../intents/confirmation-asked.ts';
import { LoadableView } from '../../platform/panel-state.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { lotsText, priceText, signedMoneyText, toneOf, UNKNOWN } from '../../platform/values.ts';
import { useCopyText } from './texts.ts';

function PositionRow({ name }: { name: string }) {
  const client = useClient();
  const text = useCopyText();
  const common = useCommonText();
  const formats = useFormats();
  const source = client.positions.position(name);
  // Size and side change only with fills; live values update their own cells.
  const held = useSelected(
    source,
    (view) => view,
    (a, b) => a?.record === b?.record,
  );
  if (held === undefined || !isCopied(held.instrument) || lotCount(held.record.size) === 0) return null;
  const { instrument, record } = held;
  return (
    <TableRow label={instrument.symbol}>
      <TableCell label={text('contract')} align="start" kind="title">
        {instrument.symbol}
      </TableCell>
      <TableCell label={text('side')} align="start" kind="text" tone={record.side === 'Buy' ? 'up' : 'down'}>
        {common(record.side === 'Buy' ? 'long' : 'short')}
      </TableCell>
      <TableCell label={text('size')}>{lotsText(formats, record.size, instrument)}</TableCell>
      <TableCell label={text('entry')}>{priceText(formats, held.entryPrice, instrument)}</TableCell>
      <TableCell label={text('mark')}>
        <Ticking sources={[source]} read={() => priceText(formats, source.get()?.markPrice, instrument)} />
      </TableCell>
      <TableCell label={text('unrealised')}>
        <Ticking
          sources={[source]}
          read={() => {
            const pnl = source.get()?.unrealisedPnl;
            return pnl === undefined ? UNKNOWN : { text: signedMoneyText(formats, pnl), tone: toneOf(moneyUnits(pnl)) };
          }}
        />
      </TableCell>
      <TableCell label={text('action')} kind="actions">
        <Button size="small" aria-label={text('closeOf', { symbol: instrument.symbol })} onClick={() => askMarketClose(client, name)}>
          {text('close')}
        </Button>
      </TableCell>
    </TableRow>
  );
}

/** Positions in copied contracts: all of them are copies while the account follows. */
export function CopiedPositions() {
  const text = useCopyText();
  const keys = useReadable(useClient().positions.keys);
  const columns: Column[] = [
    { id: 'contract', label: text('contract'), align: 'start' },
    { id: 'side', label: text('side'), align: 'start' },
    ...(['size', 'entry', 'mark', 'unrealised'] as const).map((id): Column => ({ id, label: text(id) })),
    { id: 'action', label: text('action'), kind: 'actions' },
  ];
  return (
    <LoadableView value={keys}>
      {(list) =>
        list.length === 0 ? (
          <StateMessage title={text('noPositions')} />
        ) : (
          <DataTable label={text('positions')} columns={columns}>
            {list.map((name) => (
              <PositionRow key={name} name={name} />
            ))}
          </DataTable>
        )
      }
    </LoadableView>
  );
}
