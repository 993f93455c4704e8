export { ClosedPnl } from './closed-pnl.tsx';
export { TradeHistory, Transactions } from './history.tsx';
export { TradeHistoryPage } from './trade-history-page.tsx';
