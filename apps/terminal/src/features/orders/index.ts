export { CancelAllButton, OpenOrders } from './open-orders.tsx';
export { OrderHistory } from './order-history.tsx';
