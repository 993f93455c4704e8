import type { InstrumentId, Outcome } from '@tapedeck/domain';
import type { Stepped } from '@tapedeck/gateway';
import type { OperatorCommand } from '../engine-worker/world.ts';

/** Powers over paper money and simulated time. Not part of the venue's port: an exchange with real money has none. */
export interface PaperPowers {
  /** Sequence of the last command with events, public or private. */
  readonly sequence: number;
  /** Number of the oldest command without an outcome. */
  readonly oldestCommand: number | undefined;
  /** Opens and funds accounts, and stages events of the market; the outcome is durable like a trader's. */
  operate(command: OperatorCommand): Promise<Outcome>;
  /** Advances stepped time: resolves once all events were delivered to all listeners. Rejects without stepped time. */
  step(milliseconds: number, instrument?: InstrumentId): Promise<Stepped>;
}
