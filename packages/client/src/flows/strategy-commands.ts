import type { CreateStrategy, Instrument, StrategyPlan, StrategyRecord } from '@tapedeck/domain';
import { createStrategyResult, encodePlan, lotsText, stopStrategyResult } from '@tapedeck/protocol';
import { REPORTS_OFF, UNKNOWN_HERE } from '../connection/failure-codes.ts';
import type { Http } from '../connection/http.ts';
import { failed, succeeded, type Result } from '../store/loadable.ts';
import type { Guard } from './guard.ts';
import type { Once } from './once.ts';

/** Terms of a new strategy. */
export interface StrategyTerms extends Pick<CreateStrategy, 'side' | 'positionIndex' | 'reduceOnly' | 'quantity'> {
  readonly instrument: Instrument;
  /** For webhooks the server creates `secret`, so it may be ''. */
  readonly plan: StrategyPlan;
}

export interface StartedStrategy {
  readonly strategyId: number;
  /** Webhooks only: the token for signals. */
  readonly token: string | undefined;
}

/** Strategies that the exchange runs; each call is one guarded operation. */
export interface StrategyCommands {
  create(terms: StrategyTerms): Promise<Result<StartedStrategy>>;
  /** Ends it and cancels its open orders. */
  stop(strategy: StrategyRecord): Promise<Result<void>>;
}

export interface StrategyCommandsContext {
  readonly http: Http;
  readonly guard: Guard;
  readonly once: Once;
  /** Whether the account is live. */
  reportsFlow(): boolean;
  instrumentById(id: number): Instrument | undefined;
}

export function createStrategyCommands({ http, guard, once, reportsFlow, instrumentById }: StrategyCommandsContext): StrategyCommands {
  const names = { symbolOf: (id: number) => instrumentById(id)?.symbol ?? '', idOf: () => undefined };
  return {
    async create({ instrument, side, positionIndex, reduceOnly, quantity, plan }) {
      if (!reduceOnly && !reportsFlow()) return failed({ code: REPORTS_OFF, message: '' });
      const body = {
        symbol: instrument.symbol,
        strategyType: plan.kind,
        side,
        qty: lotsText(quantity, instrument),
        positionIdx: positionIndex,
        reduceOnly,
        ...encodePlan(plan, instrument, names),
      };
      return guard.run(`strategy:${JSON.stringify(body)}`, async () => {
        const answer = await once.post({ path: '/contract/v5/strategy/create', body, schema: createStrategyResult });
        if (!answer.ok) return answer;
        const { strategyId, token } = answer.value;
        return strategyId === undefined
          ? failed({ code: UNKNOWN_HERE, message: '' })
          : succeeded({ strategyId: Number(strategyId), token });
      });
    },
    stop({ strategyId }) {
      return guard.run(`strategy-stop:${strategyId}`, async () => {
        const body = { strategyId: String(strategyId) };
        const answer = await http.post('/contract/v5/strategy/stop', body, stopStrategyResult, { tagged: true });
        return answer.ok ? succeeded(undefined) : answer;
      });
    },
  };
}
