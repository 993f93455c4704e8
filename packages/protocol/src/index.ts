export { RESOLUTIONS, decimalText, envelope, resolutionText, sideText, symbolText, type Envelope, type Resolution } from './web/envelope.ts';
export {
  cancelAllOrdersRequest, cancelOrderRequest, createOrderRequest, createOrderResult, executionItem, orderItem,
  type CancelAllOrdersRequest, type CancelOrderRequest, type CreateOrderRequest, type ExecutionItem, type OrderItem,
} from './web/orders.ts';
export {
  accountStateResult, positionItem, setLeverageRequest, setMarginModeRequest, setPositionModeRequest, settingsItem, transactionItem, walletItem,
  type AccountStateResult, type PositionItem, type SetLeverageRequest, type SetMarginModeRequest, type SetPositionModeRequest, type SettingsItem,
  type TransactionItem, type WalletItem,
} from './web/positions.ts';
export {
  candleRow, candlesResult, contractSymbol, riskLimitItem, symbolListResult, tapeRow,
  type CandleRow, type CandlesResult, type ContractSymbol, type RiskLimitItem, type SymbolListResult, type TapeRow,
} from './web/market.ts';
export { oneTimeTokenResult, sessionResult, type SessionResult } from './web/session.ts';
export {
  bookFrame, bookLevel, candleFrame, clientMessage, instrumentInfo, instrumentInfoFrame, liquidationItem, operationAnswer, privateFrame,
  privateSnapshotFrame, tapeFrame,
  type BookFrame, type CandleFrame, type ClientMessage, type InstrumentInfo, type OperationAnswer, type PrivateFrame, type TapeFrame,
} from './streams/messages.ts';
