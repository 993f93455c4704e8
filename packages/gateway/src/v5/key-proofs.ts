import type { WorkBudgets } from '../work-budgets.ts';
import type { ApiKeyPort, Caller, KeyRefused } from './ports.ts';
import { isRefused } from './signed-request.ts';
import { TOO_MANY } from './v5-route.ts';

/** Another client could not prove its key so often that this proof is not looked at. */
export interface ProofLater extends KeyRefused {
  readonly retryAfterMs: number;
}

/** Proofs of API keys at the cost of their senders. The owner of a key pays nothing for those of others. */
export class KeyProofs {
  readonly #keys: Pick<ApiKeyPort, 'isValid'>;
  readonly #workBudgets: Pick<WorkBudgets, 'owed' | 'proved' | 'failedProof'> | undefined;

  constructor(keys: Pick<ApiKeyPort, 'isValid'>, workBudgets: Pick<WorkBudgets, 'owed' | 'proved' | 'failedProof'> | undefined) {
    this.#keys = keys;
    this.#workBudgets = workBudgets;
  }

  /** The result of `check` for a client that names this key. Calls with an unknown key are those of a stranger. */
  of(client: string, key: string, check: () => Caller | KeyRefused): Caller | KeyRefused | ProofLater {
    if (this.#workBudgets === undefined || !this.#keys.isValid(key)) return check();
    const owed = this.#workBudgets.owed(client, key);
    if (owed !== undefined) return { ...REFUSED, ...owed };
    const found = check();
    if (!isRefused(found)) {
      this.#workBudgets.proved(client, key);
      return found;
    }
    const later = this.#workBudgets.failedProof(client);
    return later === undefined ? found : { ...REFUSED, ...later };
  }
}

const REFUSED: KeyRefused = { code: TOO_MANY.code, message: TOO_MANY.message };
