import { FLAG } from '../codec/command-fields.ts';
import { MONEY, NUMBER, RATE, TEXT } from '../codec/fields.ts';
import type { CommandRows } from '../commands/command-row.ts';
import { followLeader, setLeading, stopFollowing } from './follow-leader.ts';

export const COPY_COMMANDS: CommandRows<'SetLeading' | 'FollowLeader' | 'StopFollowing'> = {
  SetLeading: {
    code: 24,
    does: 'Starts or ends leading: other accounts can copy the orders of this account.',
    by: 'account',
    fields: { account: NUMBER, leading: FLAG, name: TEXT },
    apply: setLeading,
  },
  FollowLeader: {
    code: 25,
    does: 'Starts to copy the orders of a leader, or changes the terms.',
    by: 'account',
    fields: { account: NUMBER, leader: NUMBER, ratio: RATE, maxAmount: MONEY, name: TEXT },
    apply: followLeader,
  },
  StopFollowing: {
    code: 26,
    does: 'Ends copying and, on request, closes the copied positions.',
    by: 'account',
    fields: { account: NUMBER, close: FLAG },
    apply: stopFollowing,
  },
};
