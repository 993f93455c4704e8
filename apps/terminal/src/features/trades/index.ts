export { Trades } from './trades.tsx';
