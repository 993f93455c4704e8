import type { AlgoRequest } from '../forms/algo/algo-form.ts';
import { succeeded, type Result } from '../store/loadable.ts';
import type { StopCommands } from './stop-commands.ts';
import type { StrategyCommands } from './strategy-commands.ts';

export interface AlgoCalls {
  readonly strategies: Pick<StrategyCommands, 'create'>;
  readonly stops: Pick<StopCommands, 'placeOrderPair' | 'placeMarginRateClose' | 'setTrailingStop'>;
}

export interface AlgoPlaced {
  /** Of a webhook: what its signals are sent with; told once. */
  readonly token?: string | undefined;
}

/** Sends what the form describes by the one call that its kind has. */
export async function placeAlgo({ strategies, stops }: AlgoCalls, request: AlgoRequest): Promise<Result<AlgoPlaced>> {
  switch (request.type) {
    case 'strategy': {
      const answer = await strategies.create(request.terms);
      return answer.ok ? succeeded({ token: answer.value.token }) : answer;
    }
    case 'pair': {
      const answer = await stops.placeOrderPair(request.terms);
      return answer.ok ? succeeded({}) : answer;
    }
    case 'trailing': {
      const answer = await stops.setTrailingStop(request.positionKey, request.terms);
      return answer.ok ? succeeded({}) : answer;
    }
    case 'marginRate': {
      const answer = await stops.placeMarginRateClose(request.positionKey, request.rate);
      return answer.ok ? succeeded({}) : answer;
    }
  }
}
