import type { FormRules } from '../kernel/form.ts';
import { orderFormErrors } from './order-form-errors.ts';
import { followShare, reduceOrderForm } from './order-form-reducer.ts';
import type { OrderFormAction, OrderFormContext, OrderFormDraft, OrderFormError, OrderPreview } from './order-form.ts';
import { orderPreview } from './order-preview.ts';
import { readOrder, type OrderReading } from './order-reading.ts';

/** The form of an order of a contract. */
export const orderRules: FormRules<OrderFormDraft, OrderFormAction, OrderFormContext, OrderReading, OrderFormError, OrderPreview> = {
  read: readOrder,
  reduce: reduceOrderForm,
  errors: orderFormErrors,
  preview: orderPreview,
  version: ({ book }) => book?.update,
  follow: followShare,
  keepsRefusal: ({ type }) => type.endsWith('Blurred'),
  // A resting buy is always below what a sell may ask: the price of an order says nothing against the side that nobody pressed.
  tells: ({ field, side }) => (side !== undefined && (field === 'price' || field === 'form') ? 'whenPressed' : 'whenLeft'),
};
