import { orderNoticeId, type Notice, type NoticeFlag } from '@tapedeck/client';
import {
  averageFillPrice,
  formatDecimal,
  lotCount,
  moneyUnits,
  quantityCoin,
  type OrderRecord,
  type TriggerSource,
} from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { SessionResult } from '@tapedeck/protocol';
import type { Message } from '../../platform/notifications.ts';
import type { Translate } from '../../platform/texts.tsx';
import { triggerText } from '../../widgets/trigger-text.ts';
import { lotsText, priceText, ticksText } from '../../platform/values.ts';

/** Reasons with their own text; the wire may carry unknown ones. */
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
  | 'made.Buy'
  | 'made.Sell'
  | 'madeAt'
  | 'madeAtMarket'
  | 'madeTrigger'
  | 'amount'
  | 'entirePosition'
  | 'unanswered'
  | 'unansweredDetail'
  | 'missing'
  | 'missingDetail'
  | 'filled'
  | 'partlyFilled'
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

/** Texts and formats for notices. */
export interface NoticeWords {
  readonly text: Translate<Key>;
  readonly common: Translate<'buy' | 'sell' | 'long' | 'short' | `source.${TriggerSource}`>;
  /** Messages that the user has turned off. */
  readonly closed: ReadonlySet<NoticeFlag>;
  readonly formats: Formats;
  readonly account: NonNullable<SessionResult['user']>['accountKind'] | undefined;
}

type Of<Kind extends Notice['kind']> = Extract<Notice, { readonly kind: Kind }>;

type OrderNotice = Of<'orderMade' | 'orderUnanswered' | 'orderMissing' | 'orderCancelled' | 'orderFilled'>;

/** An order has one message from its sending to its end: each update replaces the previous one. */
const orderMessageId = ({ order }: OrderNotice): string => `order-${orderNoticeId(order)}`;

/** The quantity that the exchange accepted, not the typed one. */
function amountText({ order, instrument }: OrderNotice, { text, formats }: NoticeWords): string {
  if (order.stop?.wholePosition === true) return text('entirePosition');
  return order.quoteAmount === undefined
    ? text('amount', { quantity: lotsText(formats, order.quantity, instrument), coin: quantityCoin(instrument) })
    : text('amount', { quantity: formats.decimal(formatDecimal(moneyUnits(order.quoteAmount))), coin: instrument.quoteCoin });
}

function editedMessage({ order, before, instrument }: Of<'orderEdited'>, { text, common, formats }: NoticeWords): Message {
  const { symbol } = instrument;
  const price = (own: OrderRecord): string => ticksText(formats, own.price, instrument);
  const side = common(order.side === 'Buy' ? 'buy' : 'sell');
  const values = { side, quantity: lotsText(formats, order.quantity, instrument), before: price(before), price: price(order) };
  const detail = text(before.price === order.price ? 'editedDetail' : 'editedPrice', values);
  return { kind: 'success', id: `edited-${order.orderId}`, title: text('edited', { symbol }), detail };
}

/** An order that filled in part before its rest was cancelled. */
function partlyFilled(
  { order, instrument }: Of<'orderCancelled'>,
  { text, common, formats }: NoticeWords,
): { readonly title: string; readonly detail: string } {
  const values = { side: common(order.side === 'Buy' ? 'buy' : 'sell'), symbol: instrument.symbol };
  const filled = lotsText(formats, order.filled, instrument);
  const title =
    order.quoteAmount === undefined
      ? text('partlyFilled', { ...values, filled, quantity: lotsText(formats, order.quantity, instrument) })
      : text('filled', { ...values, quantity: filled });
  return { title, detail: text('filledDetail', { price: priceText(formats, averageFillPrice(instrument, order), instrument) }) };
}

function cancelMessage(notice: Of<'orderCancelled'>, words: NoticeWords): Message {
  const { text } = words;
  const { order, instrument } = notice;
  const { symbol } = instrument;
  const reason: string | undefined = order.cancelReason;
  // Orders cancelled by one press share one message.
  if (reason === undefined || reason === 'CancelByUser')
    return { kind: 'success', id: 'cancelled', title: text('cancelSuccess', { symbol }) };
  const key = reason in CANCEL_TEXTS ? CANCEL_TEXTS[reason as keyof typeof CANCEL_TEXTS] : undefined;
  if (lotCount(order.filled) > 0) {
    const { title, detail } = partlyFilled(notice, words);
    return { kind: 'info', id: orderMessageId(notice), title, detail: key === undefined ? detail : `${detail} · ${text(key)}` };
  }
  const detail = key === undefined ? {} : { detail: text(key) };
  return { kind: 'success', id: orderMessageId(notice), title: text('cancelled', { symbol }), ...detail };
}

function liquidationMessage({ instrument, side, size }: Of<'liquidated'>, { text, common, formats, account }: NoticeWords): Message {
  const { symbol } = instrument;
  const values = { side: common(side === 'Buy' ? 'long' : 'short'), size: formats.decimal(size) };
  const detail =
    account === 'PM' ? text('liquidatedPortfolio') : /^0(\.0*)?$/.test(size) ? text('liquidatedEmpty') : text('liquidatedDetail', values);
  return { kind: 'error', id: `liquidated-${symbol}`, title: text('liquidated', { symbol }), detail };
}

function madeMessage(notice: Of<'orderMade'>, words: NoticeWords): Message {
  const { text, common, formats } = words;
  const { order, instrument } = notice;
  const amount = amountText(notice, words);
  const said =
    order.orderType === 'Market'
      ? text('madeAtMarket', { amount })
      : text('madeAt', { amount, price: ticksText(formats, order.price, instrument) });
  const trigger = triggerText(formats, order, instrument, (name) => common(`source.${name}`));
  const detail = trigger === undefined ? said : text('madeTrigger', { order: said, trigger });
  return { kind: 'success', id: orderMessageId(notice), title: text(`made.${order.side}`), detail };
}

function fateMessage(notice: Of<'orderUnanswered' | 'orderMissing'>, words: NoticeWords): Message {
  const { text, common } = words;
  const values = { side: common(notice.order.side === 'Buy' ? 'buy' : 'sell'), amount: amountText(notice, words) };
  const id = orderMessageId(notice);
  return notice.kind === 'orderMissing'
    ? { kind: 'error', id, title: text('missing'), detail: text('missingDetail', values) }
    : { kind: 'info', id, title: text('unanswered'), detail: text('unansweredDetail', values) };
}

/** An account notice as text; `undefined` if its own screen has already shown it. */
export function messageOf(notice: Notice, words: NoticeWords): Message | undefined {
  const { text, common, formats } = words;
  switch (notice.kind) {
    case 'orderFilled': {
      const { order, instrument } = notice;
      if (lotCount(order.filled) < lotCount(order.quantity)) return undefined;
      const side = common(order.side === 'Buy' ? 'buy' : 'sell');
      return {
        kind: 'success',
        id: orderMessageId(notice),
        title: text('filled', { side, quantity: formats.decimal(notice.quantity), symbol: instrument.symbol }),
        detail: text('filledDetail', { price: priceText(formats, notice.price, instrument) }),
      };
    }
    case 'orderMade':
      // The parts of a strategy are reported in its own panel.
      if (notice.order.strategy !== undefined || words.closed.has('createOrderNotifyClose')) return undefined;
      return madeMessage(notice, words);
    case 'orderUnanswered':
    case 'orderMissing':
      return fateMessage(notice, words);
    case 'orderEdited':
      return words.closed.has('modifyOrderNotifyClose') ? undefined : editedMessage(notice, words);
    case 'orderCancelled':
      return cancelMessage(notice, words);
    case 'liquidated':
      return liquidationMessage(notice, words);
  }
}
