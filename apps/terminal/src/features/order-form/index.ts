export { OrderForm } from './order-form.tsx';
export { createOrderFormStore, type OrderFormStore } from './order-form-store.ts';
