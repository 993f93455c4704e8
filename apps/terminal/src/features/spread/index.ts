export { SpreadBook } from './spread-book.tsx';
export { SpreadForm } from './spread-form.tsx';
export { createSpreadFormStore } from './spread-form-store.ts';
export { SpreadList } from './spread-list.tsx';
export { useSpreadText } from './texts.ts';
export { SpreadOrders, SpreadOrderTable } from './spread-orders.tsx';
