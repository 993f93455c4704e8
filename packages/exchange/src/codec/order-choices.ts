import type { OrderSource, OrderType, Side, TimeInForce } from '@tapedeck/domain';

// The places of those of every order are written out: no list is searched for them.

export const sideCode = (side: Side): number => (side === 'Buy' ? 0 : 1);

export const orderTypeCode = (type: OrderType): number => (type === 'Limit' ? 0 : 1);

export function timeInForceCode(timeInForce: TimeInForce): number {
  switch (timeInForce) {
    case 'GoodTillCancel':
      return 0;
    case 'ImmediateOrCancel':
      return 1;
    case 'FillOrKill':
      return 2;
    case 'PostOnly':
      return 3;
  }
}

export function sourceCode(source: OrderSource): number {
  switch (source) {
    case 'form':
      return 0;
    case 'chart':
      return 1;
    case 'table':
      return 2;
    case 'api':
      return 3;
    case 'liquidation':
      return 4;
    case 'market':
      return 5;
  }
}
