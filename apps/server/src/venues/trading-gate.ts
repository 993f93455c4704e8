import { refusal, type AccountId, type Refusal, type TraderCommand, type Untimed } from '@tapedeck/domain';

/** Commands that only take risk away. */
const CANCELS: ReadonlySet<TraderCommand['type']> = new Set(['CancelOrder', 'CancelAllOrders', 'CancelStrategy', 'ReportConnection']);

/**
 * Asked in the same step that hands a command to the engine: once a ban or cancel-only mode is set, nothing that it forbids can
 * still be on its way.
 */
export class TradingGate {
  readonly #isBanned: (account: AccountId) => boolean;
  /** Why, by who says so. */
  readonly #cancelOnly = new Map<'disk' | 'operator', string>();

  constructor(isBanned: (account: AccountId) => boolean) {
    this.#isBanned = isBanned;
  }

  /** Why only cancels are taken; `undefined` in normal service. */
  get cancelOnly(): string | undefined {
    return this.#cancelOnly.values().next().value;
  }

  /** Each source has a reason of its own: one that is settled leaves the other. */
  setCancelOnly(source: 'disk' | 'operator', reason: string | undefined): void {
    if (reason === undefined) this.#cancelOnly.delete(source);
    else this.#cancelOnly.set(source, reason);
  }

  /** `undefined` when the command may pass. */
  check(command: Untimed<TraderCommand>): Refusal | undefined {
    if (this.#isBanned(command.account)) return refusal('tradingBanned');
    if (this.#cancelOnly.size > 0 && !CANCELS.has(command.type)) return refusal('cancelOnly');
    return undefined;
  }
}
