import type { AlgoRequest } from '../forms/algo/algo-form.ts';
import { succeeded, type Result } from '../store/loadable.ts';
import type { ExitCommands } from './exit-commands.ts';
import type { OrderCommands } from './order-commands.ts';
import type { StrategyCommands } from './strategy-commands.ts';

export interface AlgoCalls {
  readonly strategies: Pick<StrategyCommands, 'create'>;
  readonly orders: Pick<OrderCommands, 'placePair'>;
  readonly positions: Pick<ExitCommands, 'placeMarginRateClose' | 'setTrailingStop'>;
}

export interface AlgoPlaced {
  /** Webhooks only: the token for signals; returned once. */
  readonly token?: string | undefined;
}

/** Sends the form's order by the call of its kind. */
export async function placeAlgo({ strategies, orders, positions }: AlgoCalls, request: AlgoRequest): Promise<Result<AlgoPlaced>> {
  switch (request.type) {
    case 'strategy': {
      const answer = await strategies.create(request.terms);
      return answer.ok ? succeeded({ token: answer.value.token }) : answer;
    }
    case 'pair': {
      const answer = await orders.placePair(request.terms);
      return answer.ok ? succeeded({}) : answer;
    }
    case 'trailing': {
      const answer = await positions.setTrailingStop(request.positionKey, request.terms);
      return answer.ok ? succeeded({}) : answer;
    }
    case 'marginRate': {
      const answer = await positions.placeMarginRateClose(request.positionKey, request.rate);
      return answer.ok ? succeeded({}) : answer;
    }
  }
}
