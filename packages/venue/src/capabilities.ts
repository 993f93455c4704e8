import type { MarginMode, PositionMode, StrategyKind, TraderCommand, Untimed } from '@tapedeck/domain';

/** The features a venue offers. The server refuses all others, the terminal shows no controls for them, and the cards test each. */
export interface VenueCapabilities {
  readonly name: string;
  /** The first one applies to a new account. */
  readonly marginModes: readonly MarginMode[];
  /** The first one applies to a new account. */
  readonly positionModes: readonly PositionMode[];
  readonly strategies: readonly StrategyKind[];
  readonly copyTrading: boolean;
  /** Wallets other than the trading wallet, loans and savings, and the choice of collateral coins. */
  readonly lending: boolean;
  readonly cancelOnDisconnect: boolean;
}

/** Whether a venue with these capabilities takes the command. */
export function isOffered(capabilities: VenueCapabilities, command: Untimed<TraderCommand>): boolean {
  switch (command.type) {
    case 'PlaceOrder':
    case 'AmendOrder':
    case 'CancelOrder':
    case 'CancelAllOrders':
    case 'PlaceOrderPair':
    case 'PlaceMarginRateClose':
    case 'SetPositionExits':
    case 'SetLeverage':
    case 'AddMargin':
    case 'SetAutoAddMargin':
      return true;
    case 'SetMarginMode':
      return capabilities.marginModes.includes(command.marginMode);
    case 'SetPositionMode':
      return capabilities.positionModes.includes(command.positionMode);
    case 'CreateStrategy':
      return capabilities.strategies.includes(command.plan.kind);
    case 'CancelStrategy':
      return capabilities.strategies.length > 0;
    case 'SignalStrategy':
      return capabilities.strategies.includes('Webhook');
    case 'SetCancelOnDisconnect':
    case 'ReportConnection':
      return capabilities.cancelOnDisconnect;
    case 'SetCollateral':
    case 'MoveFunds':
    case 'TransferFunds':
      return capabilities.lending;
    case 'SetLeading':
    case 'FollowLeader':
    case 'StopFollowing':
      return capabilities.copyTrading;
  }
}
