import type { Notice, NoticeFlag } from '@tapedeck/client';
import { lotCount, type OrderRecord, quantityCoin } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { SessionResult } from '@tapedeck/protocol';
import type { Message } from '../platform/notifications.ts';
import { orderMadeMessage, type OrderMadeKey } from '../platform/order-made.ts';
import type { Translate } from '../platform/texts.tsx';
import { lotsText, priceText, ticksText } from '../platform/values.ts';

/** Reasons with words of their own; the wire may carry ones that nobody knows yet. */
const CANCEL_TEXTS = {
  EC_PostOnlyWillTakeLiquidity: 'cancelledPostOnly',
  CancelByReduceOnly: 'cancelledReduceOnly',
  EC_NoImmediateQtyToFill: 'cancelledUnfilled',
  EC_CancelForNoFullFill: 'cancelledUnfilled',
  EC_ReachMarketPriceLimit: 'cancelledPriceLimit',
  CancelAllBeforeLiq: 'cancelledLiquidation',
  CancelAllBeforeAdl: 'cancelledDeleveraging',
  CancelByPmTrialMmOverEquity: 'cancelledPortfolioTrial',
  CancelByMaxSlippage: 'cancelledSlippage',
} as const;

type CancelText = (typeof CANCEL_TEXTS)[keyof typeof CANCEL_TEXTS];
type Key =
  | 'filled'
  | 'filledDetail'
  | 'edited'
  | 'editedDetail'
  | 'editedPrice'
  | 'cancelled'
  | 'cancelSuccess'
  | 'liquidated'
  | 'liquidatedDetail'
  | 'liquidatedEmpty'
  | 'liquidatedPortfolio'
  | CancelText;

/** What notices are written with. */
export interface NoticeWords {
  readonly text: Translate<Key>;
  readonly common: Translate<'buy' | 'sell' | 'long' | 'short' | OrderMadeKey>;
  /** Messages that the user does without. */
  readonly closed: ReadonlySet<NoticeFlag>;
  readonly formats: Formats;
  readonly account: NonNullable<SessionResult['user']>['accountKind'] | undefined;
}

type Of<Kind extends Notice['kind']> = Extract<Notice, { readonly kind: Kind }>;

function editedMessage({ order, before, instrument }: Of<'orderEdited'>, { text, common, formats }: NoticeWords): Message {
  const { symbol } = instrument;
  const price = (own: OrderRecord): string => ticksText(formats, own.price, instrument);
  const side = common(order.side === 'Buy' ? 'buy' : 'sell');
  const values = { side, quantity: lotsText(formats, order.quantity, instrument), before: price(before), price: price(order) };
  const detail = text(before.price === order.price ? 'editedDetail' : 'editedPrice', values);
  return { kind: 'success', id: `edited-${order.orderId}`, title: text('edited', { symbol }), detail };
}

function cancelMessage({ order, instrument }: Of<'orderCancelled'>, { text }: NoticeWords): Message {
  const { symbol } = instrument;
  const reason: string | undefined = order.cancelReason;
  // Many orders cancelled by one press are one message.
  if (reason === undefined || reason === 'CancelByUser')
    return { kind: 'success', id: 'cancelled', title: text('cancelSuccess', { symbol }) };
  const key = reason in CANCEL_TEXTS ? CANCEL_TEXTS[reason as keyof typeof CANCEL_TEXTS] : undefined;
  const detail = key === undefined ? {} : { detail: text(key) };
  return { kind: 'success', id: `cancelled-${order.orderId}`, title: text('cancelled', { symbol }), ...detail };
}

function liquidationMessage({ instrument, side, size }: Of<'liquidated'>, { text, common, formats, account }: NoticeWords): Message {
  const { symbol } = instrument;
  const values = { side: common(side === 'Buy' ? 'long' : 'short'), size: formats.decimal(size) };
  const detail =
    account === 'PM' ? text('liquidatedPortfolio') : /^0(\.0*)?$/.test(size) ? text('liquidatedEmpty') : text('liquidatedDetail', values);
  return { kind: 'error', id: `liquidated-${symbol}`, title: text('liquidated', { symbol }), detail };
}

/** News of the account in words; `undefined` for what its own screen has told already. */
export function messageOf(notice: Notice, words: NoticeWords): Message | undefined {
  const { text, common, formats } = words;
  switch (notice.kind) {
    case 'orderFilled': {
      const { order, instrument } = notice;
      if (lotCount(order.filled) < lotCount(order.quantity)) return undefined;
      const side = common(order.side === 'Buy' ? 'buy' : 'sell');
      return {
        kind: 'success',
        id: `filled-${order.orderId}`,
        title: text('filled', { side, quantity: formats.decimal(notice.quantity), symbol: instrument.symbol }),
        detail: text('filledDetail', { price: priceText(formats, notice.price, instrument) }),
      };
    }
    case 'orderMade': {
      const { order, instrument } = notice;
      // The form tells of its own orders.
      if (order.source === 'form' || words.closed.has('createOrderNotifyClose')) return undefined;
      const price = order.orderType === 'Market' ? undefined : ticksText(formats, order.price, instrument);
      const quantity = lotsText(formats, order.quantity, instrument);
      return orderMadeMessage(common, { id: `made-${order.orderId}`, side: order.side, quantity, coin: quantityCoin(instrument), price });
    }
    case 'orderEdited':
      return words.closed.has('modifyOrderNotifyClose') ? undefined : editedMessage(notice, words);
    case 'orderCancelled':
      return cancelMessage(notice, words);
    case 'liquidated':
      return liquidationMessage(notice, words);
  }
}
