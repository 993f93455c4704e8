import type { CopyState } from '@tapedeck/client';
import { milliseconds, moneyUnits, type CopyRecord, type FollowerRecord, type LeaderRecord } from '@tapedeck/domain';
import { Button, DataTable, Panel, PanelHead, StateMessage, TableCell, TableRow } from '@tapedeck/ui';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify } from '../../platform/notifications.ts';
import { useFormats } from '../../platform/texts.tsx';
import { inZone, useZonedFormats } from '../../platform/time-zone.ts';
import { moneyText, percentText, signedMoneyText, signedPercentText, toneOf } from '../../platform/values.ts';
import { AskDialog } from '../../widgets/sending-dialog.tsx';
import { CopiedPositions } from './copied-positions.tsx';
import styles from './copy-trading.module.css';
import { leaderReturn, winRate } from './leader-numbers.ts';
import { MissedCopies } from './missed-copies.tsx';
import { useCopyText } from './texts.ts';

function Figure({ label, tone, children }: { label: string; tone?: 'up' | 'down' | 'none'; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-tone={tone === 'none' ? undefined : tone}>{children}</dd>
    </div>
  );
}

function BecomeLeader() {
  const { copying } = useClient();
  const text = useCopyText();
  const [asked, setAsked] = useState(false);
  const [name, setName] = useState('');
  return (
    <>
      <Button tone="accent" onClick={() => setAsked(true)}>
        {text('becomeLeader')}
      </Button>
      {asked && (
        <AskDialog
          title={text('becomeLeader')}
          choices={[{ label: text('becomeLeader'), tone: 'accent', disabled: name.trim() === '', send: () => copying.lead(name.trim()) }]}
          onDone={() => notify({ kind: 'success', id: 'copy', title: text('leadDone') })}
          onClose={() => setAsked(false)}
        >
          <label className={styles['name']}>
            <span>{text('nickName')}</span>
            <input value={name} maxLength={32} autoComplete="off" onChange={(event) => setName(event.currentTarget.value)} />
          </label>
          <p className={styles['note']}>{text('nickNameHint')}</p>
        </AskDialog>
      )}
    </>
  );
}

function FollowersTable({ followers }: { followers: readonly FollowerRecord[] }) {
  const text = useCopyText();
  const formats = useZonedFormats();
  if (followers.length === 0) return <StateMessage title={text('noFollowers')} />;
  const columns = (['ratio', 'maxAmount', 'copies', 'pnl', 'since'] as const).map((id) => ({
    id,
    label: id === 'since' ? inZone(text(id), formats) : text(id),
  }));
  return (
    <DataTable label={text('yourFollowers')} columns={[{ id: 'follower', label: text('follower'), align: 'start' }, ...columns]}>
      {followers.map(({ account, name, ratio, maxAmount, orders, pnl, since }) => (
        <TableRow key={account} label={name}>
          <TableCell label={text('follower')} align="start" kind="title">
            {name}
          </TableCell>
          <TableCell label={text('ratio')}>{percentText(formats, ratio, 0)}</TableCell>
          <TableCell label={text('maxAmount')}>{moneyText(formats, maxAmount)}</TableCell>
          <TableCell label={text('copies')}>{formats.count(orders, 0)}</TableCell>
          <TableCell label={text('pnl')}>{signedMoneyText(formats, pnl)}</TableCell>
          <TableCell label={inZone(text('since'), formats)} wide>
            {formats.dateTime(milliseconds(since))}
          </TableCell>
        </TableRow>
      ))}
    </DataTable>
  );
}

function LeaderPart({ part }: { part: Extract<CopyRecord, { role: 'leader' }> }) {
  const { copying } = useClient();
  const text = useCopyText();
  const formats = useFormats();
  const [asked, setAsked] = useState(false);
  const { statistics, followersPnl } = part.leader;
  return (
    <Panel label={text('ownStatistics')} className={styles['own']}>
      <PanelHead
        title={text('ownStatistics')}
        actions={
          <Button size="small" onClick={() => setAsked(true)}>
            {text('stopLeading')}
          </Button>
        }
      />
      <dl className={styles['figures']}>
        <Figure label={text('roi')}>{signedPercentText(formats, leaderReturn(statistics))}</Figure>
        <Figure label={text('pnl')} tone={toneOf(moneyUnits(statistics.pnl))}>
          {signedMoneyText(formats, statistics.pnl)}
        </Figure>
        <Figure label={text('winRate')}>{percentText(formats, winRate(statistics), 1)}</Figure>
        <Figure label={text('trades')}>{formats.count(statistics.trades, 0)}</Figure>
        <Figure label={text('drawdown')}>{moneyText(formats, statistics.drawdown)}</Figure>
        <Figure label={text('followersPnl')} tone={toneOf(moneyUnits(followersPnl))}>
          {signedMoneyText(formats, followersPnl)}
        </Figure>
      </dl>
      <FollowersTable followers={part.followers} />
      {asked && (
        <AskDialog
          title={text('stopLeading')}
          choices={[{ label: text('stopLeading'), tone: 'accent', send: () => copying.stopLeading() }]}
          onDone={() => undefined}
          onClose={() => setAsked(false)}
        >
          <p className={styles['note']}>{text('stopLeadingQuestion')}</p>
        </AskDialog>
      )}
    </Panel>
  );
}

interface FollowerPartProps {
  readonly part: Extract<CopyRecord, { role: 'follower' }>;
  onChange(leader: LeaderRecord): void;
}

function FollowerPart({ part, onChange }: FollowerPartProps) {
  const { copying } = useClient();
  const text = useCopyText();
  const formats = useFormats();
  const [asked, setAsked] = useState(false);
  const { leader, follow, missed } = part;
  const title = text('youFollow', { name: leader.name });
  return (
    <Panel label={title} className={styles['own']}>
      <PanelHead
        title={title}
        actions={
          <>
            <Button size="small" onClick={() => onChange(leader)}>
              {text('change')}
            </Button>
            <Button size="small" onClick={() => setAsked(true)}>
              {text('stop')}
            </Button>
          </>
        }
      />
      <dl className={styles['figures']}>
        <Figure label={text('ratio')}>{percentText(formats, follow.ratio, 0)}</Figure>
        <Figure label={text('maxAmount')}>{`${moneyText(formats, follow.maxAmount)} USDT`}</Figure>
        <Figure label={text('copies')}>{formats.count(follow.orders, 0)}</Figure>
        <Figure label={text('yourPnl')} tone={toneOf(moneyUnits(follow.pnl))}>
          {signedMoneyText(formats, follow.pnl)}
        </Figure>
      </dl>
      <CopiedPositions />
      <MissedCopies missed={missed} />
      {asked && (
        <AskDialog
          title={text('stop')}
          choices={[
            { label: text('stopKeep'), send: () => copying.stopFollowing(false) },
            { label: text('stopClose'), tone: 'accent', send: () => copying.stopFollowing(true) },
          ]}
          onDone={() => notify({ kind: 'success', id: 'copy', title: text('stopped') })}
          onClose={() => setAsked(false)}
        >
          <p className={styles['note']}>{text('stopQuestion')}</p>
        </AskDialog>
      )}
    </Panel>
  );
}

/** The account's own role: none, leader or follower. */
export function OwnPart({ part, onChange }: { part: CopyState; onChange(leader: LeaderRecord): void }) {
  if (part.role === 'leader') return <LeaderPart part={part} />;
  if (part.role === 'follower') return <FollowerPart part={part} onChange={onChange} />;
  return (
    <div className={styles['none']}>
      <BecomeLeader />
    </div>
  );
}
