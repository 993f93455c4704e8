import type { Messages } from '@tapedeck/i18n';
import app from './text.en.json';
import platform from '../platform/text.en.json';
import effects from '../platform/effects/text.en.json';
import errors from '../platform/errors/text.en.json';
import accountSummary from '../features/account-summary/text.en.json';
import assets from '../features/assets/text.en.json';
import algoForm from '../features/algo-form/text.en.json';
import apiKeys from '../features/api-keys/text.en.json';
import chartPanel from '../features/chart-panel/text.en.json';
import contractDetails from '../features/contract-details/text.en.json';
import connection from '../features/connection/text.en.json';
import confirmations from '../features/confirmations/text.en.json';
import copyTrading from '../features/copy-trading/text.en.json';
import depthChart from '../features/depth-chart/text.en.json';
import help from '../features/help/text.en.json';
import history from '../features/history/text.en.json';
import invite from '../features/invite/text.en.json';
import optionBoard from '../features/option-board/text.en.json';
import orderBook from '../features/order-book/text.en.json';
import orderForm from '../features/order-form/text.en.json';
import orders from '../features/orders/text.en.json';
import poster from '../features/poster/text.en.json';
import positions from '../features/positions/text.en.json';
import session from '../features/session/text.en.json';
import spotForm from '../features/spot-form/text.en.json';
import strategies from '../features/strategies/text.en.json';
import spread from '../features/spread/text.en.json';
import symbolHeader from '../features/symbol-header/text.en.json';
import tpsl from '../features/tpsl/text.en.json';
import trades from '../features/trades/text.en.json';

/** Every English text by namespace: complete, in a chunk of its own, and behind every other language. */
export const ENGLISH: Readonly<Record<string, Messages>> = {
  app,
  platform,
  'account-summary': accountSummary,
  'algo-form': algoForm,
  'api-keys': apiKeys,
  assets,
  'chart-panel': chartPanel,
  confirmations,
  connection,
  'contract-details': contractDetails,
  'copy-trading': copyTrading,
  'depth-chart': depthChart,
  effects,
  errors,
  help,
  history,
  invite,
  'option-board': optionBoard,
  'order-book': orderBook,
  'order-form': orderForm,
  orders,
  poster,
  positions,
  session,
  'spot-form': spotForm,
  spread,
  strategies,
  'symbol-header': symbolHeader,
  tpsl,
  trades,
};
