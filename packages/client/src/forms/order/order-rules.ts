import type { FormRules } from '../kernel/form.ts';
import { orderFormErrors } from './order-form-errors.ts';
import { followShare, reduceOrderForm } from './order-form-reducer.ts';
import type { OrderFormAction, OrderFormContext, OrderFormDraft, OrderFormError, OrderPreview } from './order-form.ts';
import { orderPreview } from './order-preview.ts';
import { readOrder, type OrderReading } from './order-reading.ts';

const REFILLS: ReadonlySet<OrderFormAction['type']> = new Set(['quantityTyped', 'quantityStepped', 'quantityShareChosen', 'orderLoaded']);

/** The form of a contract order. */
export const orderRules: FormRules<OrderFormDraft, OrderFormAction, OrderFormContext, OrderReading, OrderFormError, OrderPreview> = {
  read: readOrder,
  reduce: reduceOrderForm,
  errors: orderFormErrors,
  preview: orderPreview,
  version: ({ book }) => book?.update,
  follow: followShare,
  keepsRefusal: ({ type }) => type.endsWith('Blurred'),
  refills: ({ type }) => REFILLS.has(type),
  // A resting buy is always below the price limit of sells, and a take-profit of a long is never one of a short: such errors are those of
  // the pressed side. The quantity is checked as it is left, since each side may have its own balance.
  tells: ({ field, side }) => (side === undefined || field === 'quantity' ? 'whenLeft' : 'whenPressed'),
};
