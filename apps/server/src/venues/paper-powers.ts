import type { InstrumentId, Outcome } from '@tapedeck/domain';
import type { Stepped } from '@tapedeck/gateway';
import type { OperatorCommand } from '../engine-worker/world.ts';

/** Powers over paper money and simulated time. They are no part of the venue's port: at an exchange of real money nobody has them. */
export interface PaperPowers {
  /** Sequence of the last command with events, public or private. */
  readonly sequence: number;
  /** Opens and funds accounts, and stages events of the market; the outcome is durable as a trader's is. */
  operate(command: OperatorCommand): Promise<Outcome>;
  /** Lets stepped time go on: resolves once everything that happened was told to all listeners. Rejects where time goes on by itself. */
  step(milliseconds: number, instrument?: InstrumentId): Promise<Stepped>;
}
