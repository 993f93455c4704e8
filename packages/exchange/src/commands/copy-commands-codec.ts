import {
  money,
  moneyUnits,
  rate,
  rateUnits,
  type FollowLeader,
  type SetLeading,
  type StopFollowing,
  type Timestamp,
} from '@tapedeck/domain';
import type { CommandBytes, CommandReader } from '../codec/command-bytes.ts';

/** Commands of copy trading. */
export type CopyCommand = SetLeading | FollowLeader | StopFollowing;

export function writeCopyCommand(bytes: CommandBytes, command: CopyCommand): void {
  bytes.number(command.account);
  switch (command.type) {
    case 'SetLeading':
      bytes.byte(command.leading ? 1 : 0);
      bytes.text(command.name);
      return;
    case 'FollowLeader':
      bytes.number(command.leader);
      bytes.bigint(rateUnits(command.ratio));
      bytes.bigint(moneyUnits(command.maxAmount));
      bytes.text(command.name);
      return;
    case 'StopFollowing':
      bytes.byte(command.close ? 1 : 0);
  }
}

export function readCopyCommand(reader: CommandReader, type: CopyCommand['type'], time: Timestamp): CopyCommand {
  const account = reader.number();
  switch (type) {
    case 'SetLeading':
      return { type, time, account, leading: reader.byte() === 1, name: reader.text() };
    case 'FollowLeader':
      return {
        type,
        time,
        account,
        leader: reader.number(),
        ratio: rate(reader.bigint()),
        maxAmount: money(reader.bigint()),
        name: reader.text(),
      };
    case 'StopFollowing':
      return { type, time, account, close: reader.byte() === 1 };
  }
}
