export { OrderBook, type OrderBookProps } from './order-book.tsx';
