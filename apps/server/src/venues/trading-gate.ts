import { refusal, type AccountId, type Refusal, type TraderCommand, type Untimed } from '@tapedeck/domain';

/** Commands that only reduce risk. */
const CANCELS: ReadonlySet<TraderCommand['type']> = new Set(['CancelOrder', 'CancelAllOrders', 'CancelStrategy', 'ReportConnection']);

/**
 * Checked in the same step that passes a command to the engine: once a ban or cancel-only mode is set, no forbidden
 * command can still be on its way.
 */
export class TradingGate {
  readonly #isBanned: (account: AccountId) => boolean;
  /** The reason, by its source. */
  readonly #cancelOnly = new Map<'disk' | 'operator', string>();

  constructor(isBanned: (account: AccountId) => boolean) {
    this.#isBanned = isBanned;
  }

  /** Reason of cancel-only mode; `undefined` in normal service. */
  get cancelOnly(): string | undefined {
    return this.#cancelOnly.values().next().value;
  }

  get isDiskLow(): boolean {
    return this.#cancelOnly.has('disk');
  }

  /** Each source has its own reason: resolving one leaves the other. */
  setCancelOnly(source: 'disk' | 'operator', reason: string | undefined): void {
    if (reason === undefined) this.#cancelOnly.delete(source);
    else this.#cancelOnly.set(source, reason);
  }

  /** `undefined` if the command may pass. */
  check(command: Untimed<TraderCommand>): Refusal | undefined {
    if (this.#isBanned(command.account)) return refusal('tradingBanned');
    if (this.#cancelOnly.size > 0 && !CANCELS.has(command.type)) return refusal('cancelOnly');
    return undefined;
  }
}
