import { lotCount, lots, priceOfTicks, type Lots, type OrderType, type PositionRecord, type Price } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { FormRules } from '../kernel/form.ts';
import type { FormProblem } from '../kernel/readings.ts';
import { closePreview, type ClosePreview } from './close-preview.ts';
import { typedLots, typedTicks } from './order-command.ts';
import type { OrderFormContext } from './order-form.ts';

/** Quantity and price of a close. */
export interface CloseDraft {
  readonly orderType: OrderType;
  readonly price: string;
  readonly quantity: string;
}

export type CloseField = 'price' | 'quantity';
export type CloseAction =
  | { readonly type: 'orderTypeChosen'; readonly orderType: OrderType }
  | { readonly type: 'typed'; readonly field: CloseField; readonly text: string }
  | { readonly type: 'shareChosen'; readonly percent: number };

/** The position and the market of its contract. */
export interface CloseContext {
  readonly record: PositionRecord;
  readonly market: OrderFormContext;
}

export interface CloseReading extends CloseContext {
  readonly draft: CloseDraft;
  /** The typed price, if valid. */
  readonly price: Price | undefined;
  /** The typed quantity, if positive and within the position's size. */
  readonly quantity: Lots | undefined;
}

export interface CloseProblem extends FormProblem {
  readonly field: CloseField;
}

function readClose(draft: CloseDraft, { record, market }: CloseContext): CloseReading {
  const { instrument } = market;
  const at = typedTicks(draft.price, instrument);
  const count = typedLots(draft.quantity, instrument);
  return {
    draft,
    record,
    market,
    price: at && priceOfTicks(at, instrument.tickSize),
    quantity: count !== undefined && lotCount(count) <= lotCount(record.size) ? count : undefined,
  };
}

/** The first invalid field. */
function closeProblems({ draft, price: limit, quantity }: CloseReading): readonly CloseProblem[] {
  if (draft.orderType === 'Limit' && limit === undefined) return [{ field: 'price' }];
  return quantity === undefined ? [{ field: 'quantity' }] : [];
}

function reduceClose(draft: CloseDraft, action: CloseAction, { record, market }: CloseContext): CloseDraft {
  switch (action.type) {
    case 'orderTypeChosen':
      return { ...draft, orderType: action.orderType };
    case 'typed':
      return { ...draft, [action.field]: action.text };
    case 'shareChosen':
      return { ...draft, quantity: lotsText(lots(Math.floor((lotCount(record.size) * action.percent) / 100)), market.instrument) };
  }
}

/** The typed limit of the close; `undefined` at market. */
export const closeLimit = ({ draft, price: limit }: CloseReading): Price | undefined => (draft.orderType === 'Limit' ? limit : undefined);

function previewOf(close: CloseReading): ClosePreview | undefined {
  const { draft, record, market, price: limit, quantity } = close;
  if (quantity === undefined || (draft.orderType === 'Limit' && limit === undefined)) return undefined;
  return closePreview(record, { quantity, limit: closeLimit(close) }, market);
}

/** The form that closes a position, or a part of it. */
export const closeRules: FormRules<CloseDraft, CloseAction, CloseContext, CloseReading, CloseProblem, ClosePreview | undefined> = {
  read: readClose,
  reduce: ({ draft, context }, action) => reduceClose(draft, action, context),
  errors: ({ context, of }) => closeProblems(of(context.record.side)),
  preview: previewOf,
  version: ({ market }) => market.book?.update,
  keepsRefusal: ({ type }) => type === 'orderTypeChosen',
  asksAnew: true,
};
