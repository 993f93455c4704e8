import type { CopyState, Loadable } from '@tapedeck/client';
import { milliseconds, moneyUnits, rate, rateUnits, type LeaderRecord } from '@tapedeck/domain';
import { Button, DataTable, StateMessage, TableCell, TableRow, Tag, type Column } from '@tapedeck/ui';
import { useClient } from '../../platform/client-context.tsx';
import { LoadableView } from '../../platform/panel-state.tsx';
import { inZone, useZonedFormats } from '../../platform/time-zone.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { compactMoney, moneyText, percentText, signedMoneyText, signedPercentText, toneOf } from '../../platform/values.ts';
import styles from './copy-trading.module.css';
import { leaderReturn, winRate } from './leader-numbers.ts';
import { useCopyText } from './texts.ts';

const COLUMNS = ['roi', 'pnl', 'winRate', 'trades', 'drawdown', 'volume', 'followers', 'followersPnl', 'since', 'action'] as const;

const ZERO = rate(0n);

const tone = (units: bigint): 'up' | 'down' | undefined => {
  const found = toneOf(units);
  return found === 'none' ? undefined : found;
};

interface RowProps {
  readonly leader: LeaderRecord;
  readonly part: CopyState | undefined;
  onFollow(leader: LeaderRecord): void;
}

function LeaderRow({ leader, part, onFollow }: RowProps) {
  const text = useCopyText();
  const formats = useZonedFormats();
  const { statistics, name, followers, followersPnl } = leader;
  const back = leaderReturn(statistics);
  const own = part?.role === 'leader' && part.leader.account === leader.account;
  const followed = part?.role === 'follower' && part.leader.account === leader.account;
  return (
    <TableRow label={name}>
      <TableCell label={text('name')} align="start" kind="title">
        <span className={styles['tags']}>
          <span>{name}</span>
          {own && <Tag tone="accent">{text('you')}</Tag>}
          {followed && <Tag tone="accent">{text('followed')}</Tag>}
        </span>
      </TableCell>
      <TableCell label={text('roi')} tone={back && tone(rateUnits(back))}>
        {signedPercentText(formats, back)}
      </TableCell>
      <TableCell label={text('pnl')} tone={tone(moneyUnits(statistics.pnl))}>
        {signedMoneyText(formats, statistics.pnl)}
      </TableCell>
      <TableCell label={text('winRate')}>{percentText(formats, winRate(statistics), 1)}</TableCell>
      <TableCell label={text('trades')}>{formats.count(statistics.trades, 0)}</TableCell>
      <TableCell label={text('drawdown')}>{moneyText(formats, statistics.drawdown)}</TableCell>
      <TableCell label={text('volume')}>{compactMoney(formats, statistics.volume)}</TableCell>
      <TableCell label={text('followers')}>{formats.count(followers, 0)}</TableCell>
      <TableCell label={text('followersPnl')} tone={tone(moneyUnits(followersPnl))}>
        {signedMoneyText(formats, followersPnl)}
      </TableCell>
      <TableCell label={inZone(text('since'), formats)} wide>
        {formats.dateTime(milliseconds(statistics.since))}
      </TableCell>
      <TableCell label={text('action')} kind="actions">
        <Button
          size="small"
          disabled={part === undefined || own || (part.role !== 'none' && !followed)}
          aria-label={text('followOf', { name })}
          onClick={() => onFollow(leader)}
        >
          {text(followed ? 'change' : 'follow')}
        </Button>
      </TableCell>
    </TableRow>
  );
}

interface LeadersTableProps {
  readonly leaders: Loadable<readonly LeaderRecord[]>;
  onFollow(leader: LeaderRecord): void;
  onRetry(): void;
}

/** All leaders, best return first. */
export function LeadersTable({ leaders, onFollow, onRetry }: LeadersTableProps) {
  const text = useCopyText();
  const formats = useZonedFormats();
  const copying = useReadable(useClient().copying.state);
  const part = copying.status === 'idle' ? undefined : copying.data;
  const columns: Column[] = [
    { id: 'name', label: text('name'), align: 'start' },
    ...COLUMNS.map((id): Column => ({
      id,
      label: id === 'since' ? inZone(text(id), formats) : text(id),
      ...(id === 'action' && { kind: 'actions' }),
    })),
  ];
  const order = ({ statistics }: LeaderRecord): bigint => rateUnits(leaderReturn(statistics) ?? ZERO);
  return (
    <LoadableView value={leaders} onRetry={onRetry}>
      {(list) =>
        list.length === 0 ? (
          <StateMessage title={text('noLeaders')} detail={text('noLeadersDetail')} />
        ) : (
          <DataTable label={text('leaders')} columns={columns}>
            {[...list]
              .sort((a, b) => Number(order(b) - order(a)))
              .map((leader) => (
                <LeaderRow key={leader.account} leader={leader} part={part} onFollow={onFollow} />
              ))}
          </DataTable>
        )
      }
    </LoadableView>
  );
}
