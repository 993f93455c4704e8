export { OrderBook } from './order-book.tsx';
