import { describe, expect, test } from 'vitest';
import { timestamp } from '@tapedeck/domain';
import { BTC, FakeVenue, ACCOUNT, START, fakeFill, fakeOrder, fakePosition } from '../../testing/fake-venue.ts';
import { Catalogue } from '../../catalogue.ts';
import { encodeV5Wallet } from '../account/encode-wallet.ts';
import { rowsOf } from '../account/position-list.ts';
import { executionRow, fastExecutionRow, orderRow, positionRow } from './encode-private.ts';
import { encodeStreamTicker } from './encode-ticker.ts';

const venue = new FakeVenue();
const prices = { venue, catalogue: new Catalogue(venue.instruments) };
const state = {
  account: ACCOUNT,
  cash: [],
  wallets: [],
  orders: [],
  settings: [],
  ...venue.accounts.get(ACCOUNT),
  positions: [fakePosition()],
};
const wallet = encodeV5Wallet(state, 'UTA2', prices, ['USDT']) as { readonly coin: readonly object[] };

/** Keys as frames of the exchange were recorded with; those that its documentation has added since. */
const SHAPES: readonly (readonly [name: string, row: object, recorded: string, added: string])[] = [
  [
    'order',
    orderRow(fakeOrder(1), BTC),
    'category symbol orderId side orderType cancelType price qty orderIv timeInForce orderStatus orderLinkId lastPriceOnCreated reduceOnly leavesQty leavesValue cumExecQty cumExecValue avgPrice blockTradeId positionIdx cumExecFee createdTime updatedTime rejectReason stopOrderType tpslMode triggerPrice takeProfit stopLoss tpTriggerBy slTriggerBy tpLimitPrice slLimitPrice triggerDirection triggerBy closeOnTrigger placeType smpType smpGroup smpOrderId feeCurrency createType',
    'parentOrderLinkId cumFeeDetail isLeverage marketUnit ocoTriggerBy slippageToleranceType slippageTolerance extraFees closedPnl',
  ],
  [
    'execution',
    executionRow(fakeFill(1, fakeOrder(1)), timestamp(START), BTC),
    'category symbol closedSize execFee execId execPrice execQty execType execValue feeRate tradeIv markIv blockTradeId markPrice indexPrice underlyingPrice leavesQty orderId orderLinkId orderPrice orderQty orderType stopOrderType side execTime isLeverage isMaker seq',
    'createType execFeeV2 feeCurrency extraFees execPnl marketUnit',
  ],
  [
    'execution.fast',
    fastExecutionRow(fakeFill(1, fakeOrder(1)), timestamp(START), BTC),
    'category symbol execId execPrice execQty orderId orderLinkId side execTime seq',
    'isMaker',
  ],
  [
    'position',
    positionRow(rowsOf(state, BTC, 'UTA2', prices)[0] ?? {}, BTC),
    'positionIdx tradeMode riskId riskLimitValue symbol side size entryPrice sessionAvgPrice leverage positionValue positionBalance markPrice positionIM positionMM positionIMByMp positionMMByMp takeProfit stopLoss trailingStop unrealisedPnl cumRealisedPnl curRealisedPnl createdTime updatedTime tpslMode liqPrice bustPrice category positionStatus adlRankIndicator autoAddMargin leverageSysUpdatedTime mmrSysUpdatedTime seq isReduceOnly',
    'breakEvenPrice delta gamma vega theta openTime',
  ],
  [
    'wallet',
    wallet,
    'accountIMRate accountMMRate totalEquity totalWalletBalance totalMarginBalance totalAvailableBalance totalPerpUPL totalInitialMargin totalMaintenanceMargin coin accountLTV accountType',
    'accountIMRateByMp accountMMRateByMp totalInitialMarginByMp totalMaintenanceMarginByMp',
  ],
  [
    'coin of a wallet',
    wallet.coin[0] ?? {},
    'coin equity usdValue walletBalance availableToWithdraw availableToBorrow borrowAmount accruedInterest totalOrderIM totalPositionIM totalPositionMM unrealisedPnl cumRealisedPnl bonus collateralSwitch marginCollateral locked spotHedgingQty',
    'free spotBorrow colRes',
  ],
  [
    'ticker of a contract',
    encodeStreamTicker(BTC, venue.market(BTC.id), { bids: [], asks: [] }, 'PlusTick'),
    'symbol tickDirection price24hPcnt lastPrice prevPrice24h highPrice24h lowPrice24h prevPrice1h markPrice indexPrice openInterest openInterestValue turnover24h volume24h nextFundingTime fundingRate bid1Price bid1Size ask1Price ask1Size fundingIntervalHour',
    'singleOpenInterest singleOpenInterestValue preOpenPrice preQty curPreListingPhase fundingCap',
  ],
];
/** Everything else is text. */
const NUMBERS = [
  'positionIdx',
  'triggerDirection',
  'smpGroup',
  'seq',
  'riskId',
  'tradeMode',
  'autoAddMargin',
  'adlRankIndicator',
  'openTime',
];
const SWITCHES = ['reduceOnly', 'closeOnTrigger', 'isMaker', 'isReduceOnly', 'collateralSwitch', 'marginCollateral'];
const OBJECTS = ['cumFeeDetail', 'coin'];

const kindOf = (key: string): string => (NUMBERS.includes(key) ? 'number' : SWITCHES.includes(key) ? 'boolean' : 'string');

describe('frames have the keys and types of the exchange', () => {
  test.each(SHAPES)('BOT-01 %s', (_name, row, recorded, added) => {
    expect(Object.keys(row).sort()).toEqual(`${recorded} ${added}`.split(' ').sort());
    for (const [key, value] of Object.entries(row)) {
      if (typeof value === 'object') expect(OBJECTS).toContain(key);
      else expect([key, typeof value]).toEqual([key, kindOf(key)]);
    }
  });
});
