export { TradeHistory, Transactions } from './history.tsx';
