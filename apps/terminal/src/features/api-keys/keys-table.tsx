import type { ApiKeyItem } from '@tapedeck/protocol';
import { Button, DataTable, TableCell, TableRow, Tag, type Column } from '@tapedeck/ui';
import { useFormats } from '../../platform/texts.tsx';
import styles from './api-keys.module.css';
import { CopyButton } from './copy-button.tsx';
import { useApiKeyText } from './texts.ts';

const COLUMNS = ['can', 'key', 'account', 'from', 'lastUsed', 'made', 'expires'] as const;
const MINUTE_MS = 60_000;
const SOON_MS = 7 * 24 * 60 * MINUTE_MS;
const SHOWN = 4;

/** The first and last characters of a key: enough to distinguish it. */
const shortKey = (apiKey: string): string => `${apiKey.slice(0, SHOWN)}…${apiKey.slice(-SHOWN)}`;

export function ScopeTags({ scope }: Pick<ApiKeyItem, 'scope'>) {
  const text = useApiKeyText();
  return (
    <span className={styles['tags']}>
      <Tag>{text('read')}</Tag>
      {scope === 'trade' && <Tag tone="accent">{text('trade')}</Tag>}
    </span>
  );
}

function Use({ item: { lastUsedAtE3 }, now }: { item: ApiKeyItem; now: number }) {
  const text = useApiKeyText();
  const formats = useFormats();
  if (lastUsedAtE3 === undefined) return text('never');
  const isNow = now - lastUsedAtE3 < MINUTE_MS;
  return (
    <span className={styles['tags']} title={formats.dateTime(lastUsedAtE3)}>
      {isNow && <span aria-hidden="true" className={styles['dot']} />}
      <span>{formats.relative(Math.min(0, lastUsedAtE3 - now))}</span>
    </span>
  );
}

function End({ item: { state, expiresAtE3 }, now }: { item: ApiKeyItem; now: number }) {
  const text = useApiKeyText();
  const formats = useFormats();
  if (state === 'secretLost') {
    return (
      <span title={text('secretLostDetail')}>
        <Tag tone="down">{text('secretLost')}</Tag>
      </span>
    );
  }
  if (state === 'expired') return <Tag tone="down">{text('expired')}</Tag>;
  if (expiresAtE3 === undefined) return text('never');
  return (
    <span data-tone={expiresAtE3 - now < SOON_MS ? 'accent' : undefined} title={formats.dateTime(expiresAtE3)}>
      {formats.relative(expiresAtE3 - now)}
    </span>
  );
}

interface RowProps {
  readonly item: ApiKeyItem;
  readonly now: number;
  onEdit(item: ApiKeyItem): void;
  onRevoke(item: ApiKeyItem): void;
}

function KeyRow({ item, now, onEdit, onRevoke }: RowProps) {
  const text = useApiKeyText();
  const formats = useFormats();
  const { name, apiKey, addresses, createdAtE3, account, accountKind } = item;
  return (
    <TableRow label={name}>
      <TableCell label={text('name')} align="start" kind="title">
        {name}
      </TableCell>
      <TableCell label={text('can')} align="start" kind="text" wide>
        <ScopeTags scope={item.scope} />
      </TableCell>
      <TableCell label={text('key')} align="start">
        <span className={styles['tags']}>
          <span title={apiKey}>{shortKey(apiKey)}</span>
          <CopyButton bare what={apiKey} value={apiKey} />
        </span>
      </TableCell>
      <TableCell label={text('account')} align="start" kind="text">
        {`${account} · ${accountKind}`}
      </TableCell>
      <TableCell label={text('from')} align="start" kind={addresses.length === 0 ? 'text' : 'number'} wide={addresses.length > 1}>
        {addresses.length === 0 ? text('any') : addresses.join(', ')}
      </TableCell>
      <TableCell label={text('lastUsed')} align="start" kind="text">
        <Use item={item} now={now} />
      </TableCell>
      <TableCell label={text('made')}>{formats.date(createdAtE3)}</TableCell>
      <TableCell label={text('expires')} kind="text">
        <End item={item} now={now} />
      </TableCell>
      <TableCell label={text('action')} kind="actions">
        <Button size="small" aria-label={text('editOf', { name })} onClick={() => onEdit(item)}>
          {text('edit')}
        </Button>
        <Button size="small" className={styles['revoke']} aria-label={text('revokeOf', { name })} onClick={() => onRevoke(item)}>
          {text('revoke')}
        </Button>
      </TableCell>
    </TableRow>
  );
}

interface KeysTableProps extends Omit<RowProps, 'item'> {
  readonly list: readonly ApiKeyItem[];
}

/** The keys of the user, newest first. */
export function KeysTable({ list, ...rest }: KeysTableProps) {
  const text = useApiKeyText();
  const starts: ReadonlySet<string> = new Set(['can', 'key', 'account', 'from', 'lastUsed']);
  const columns: Column[] = [
    { id: 'name', label: text('name'), align: 'start' },
    ...COLUMNS.map((id): Column => ({ id, label: text(id), ...(starts.has(id) && { align: 'start' }) })),
    { id: 'action', label: text('action'), kind: 'actions' },
  ];
  return (
    <DataTable label={text('title')} columns={columns}>
      {list.map((item) => (
        <KeyRow key={item.apiKey} item={item} {...rest} />
      ))}
    </DataTable>
  );
}
