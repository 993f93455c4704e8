export { CancelAllButton, OpenOrders } from './open-orders.tsx';
