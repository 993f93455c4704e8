/** Why an answer is not as the recorded one. */
const NEWER = 'Newer than the recording: the documentation of today has it.';
const NO_REST = 'The history does not keep what was left of a position after a line.';
const DEPRECATED = 'Deprecated, and empty by the documentation.';
const NO_MARK = 'A fill does not keep the mark price of its moment.';
const PERPETUAL = 'Only perpetual contracts have funding, and only the others are delivered.';
const ONE_PAGE = 'Pairs come in one page: the documentation has no cursor for them.';
const NO_TOTAL = 'What an option traded since it was listed is not kept.';
const HAND_MADE = 'The recording was made by hand and has null there; a closed order has a price or nothing.';
const NO_LAST = 'An order does not keep the last price of its moment.';
const SPOT_HAS_NOT = 'Orders of pairs have basePrice in its place.';
const MISPRINT = 'A misprint of mmrSysUpdatedTime in the documentation.';
const CROSS = 'What an isolated position has, a cross one has not, and the other way round.';
const EMPTY_NOW = 'Answers since then are empty there, as those of linear contracts.';
const NO_LEG = 'A leg has no order before the first trade.';
const QUOTED = 'The recorded spread had no quotes.';
const NOTHING = 'There is nothing to tell.';
const NO_RESULT = 'The recorded answer has no result at all.';

interface Difference {
  readonly why: string;
  /** Paths that are absent (`-`), added (`+`) or of other kinds (`~`). */
  readonly paths: readonly string[];
}

/** By call. A difference that is not there any more fails the comparison, as one that is not here does. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, readonly Difference[]>> = {
  'GET /v5/account/collateral-info': [{ why: NEWER, paths: ['+result.list[].otherBorrowAmount'] }],
  'GET /v5/account/instruments-info spot': [{ why: NEWER, paths: ['+result.list[].symbolId', '+result.list[].xstockMultiplier'] }],
  'GET /v5/account/transaction-log': [
    { why: NEWER, paths: ['+result.list[].extraFees', '+result.list[].transSubType'] },
    { why: NO_REST, paths: ['~result.list[].size empty'] },
  ],
  'GET /v5/account/wallet-balance': [
    {
      why: NEWER,
      paths: [
        '+result.list[].accountIMRateByMp',
        '+result.list[].accountMMRateByMp',
        '+result.list[].coin[].colRes',
        '+result.list[].coin[].free',
        '+result.list[].totalInitialMarginByMp',
        '+result.list[].totalMaintenanceMarginByMp',
      ],
    },
    { why: DEPRECATED, paths: ['~result.list[].coin[].availableToWithdraw empty'] },
  ],
  'GET /v5/asset/delivery-record option': [{ why: NEWER, paths: ['+result.list[].entryPrice'] }],
  'GET /v5/execution/list linear': [
    { why: NEWER, paths: ['+result.list[].execFeeV2', '+result.list[].extraFees'] },
    { why: NO_MARK, paths: ['~result.list[].markPrice empty'] },
  ],
  'GET /v5/execution/list spot': [
    {
      why: NEWER,
      paths: ['+result.list[].execFeeV2', '+result.list[].extraFees', '+result.list[].feeCurrency', '+result.list[].marketUnit'],
    },
  ],
  'GET /v5/market/instruments-info inverse': [
    { why: NEWER, paths: ['+result.list[].forbidUplWithdrawal', '+result.list[].symbolId', '+result.list[].symbolType'] },
    { why: PERPETUAL, paths: ['~result.list[].lowerFundingRate empty', '~result.list[].upperFundingRate empty'] },
  ],
  'GET /v5/market/instruments-info linear': [
    { why: NEWER, paths: ['+result.list[].forbidUplWithdrawal', '+result.list[].symbolId', '+result.list[].symbolType'] },
    { why: PERPETUAL, paths: ['~result.list[].lowerFundingRate empty', '~result.list[].upperFundingRate empty'] },
  ],
  'GET /v5/market/instruments-info option': [{ why: NEWER, paths: ['+result.list[].symbolId'] }],
  'GET /v5/market/instruments-info spot': [
    { why: ONE_PAGE, paths: ['-result.nextPageCursor'] },
    {
      why: NEWER,
      paths: [
        '+result.list[].lotSizeFilter.maxLimitOrderQty',
        '+result.list[].lotSizeFilter.maxMarketOrderQty',
        '+result.list[].lotSizeFilter.postOnlyMaxLimitOrderSize',
        '+result.list[].symbolId',
        '+result.list[].symbolType',
        '+result.list[].xstockMultiplier',
      ],
    },
  ],
  'GET /v5/market/open-interest inverse': [{ why: NEWER, paths: ['+result.list[].singleOpenInterest'] }],
  'GET /v5/market/open-interest linear': [{ why: NEWER, paths: ['+result.list[].singleOpenInterest'] }],
  'GET /v5/market/recent-trade linear': [{ why: NEWER, paths: ['+result.list[].isRPITrade', '+result.list[].seq'] }],
  'GET /v5/market/recent-trade spot': [{ why: NEWER, paths: ['+result.list[].isRPITrade', '+result.list[].seq'] }],
  'GET /v5/market/risk-limit inverse': [{ why: NEWER, paths: ['+result.list[].mmDeduction', '+result.nextPageCursor'] }],
  'GET /v5/market/tickers inverse': [
    {
      why: NEWER,
      paths: [
        '+result.list[].basisRateYear',
        '+result.list[].curPreListingPhase',
        '+result.list[].fundingCap',
        '+result.list[].fundingIntervalHour',
        '+result.list[].preOpenPrice',
        '+result.list[].preQty',
        '+result.list[].singleOpenInterest',
        '+result.list[].singleOpenInterestValue',
      ],
    },
  ],
  'GET /v5/market/tickers linear': [
    {
      why: NEWER,
      paths: [
        '+result.list[].basisRateYear',
        '+result.list[].fundingCap',
        '+result.list[].fundingIntervalHour',
        '+result.list[].singleOpenInterest',
        '+result.list[].singleOpenInterestValue',
      ],
    },
  ],
  'GET /v5/market/tickers option': [{ why: NO_TOTAL, paths: ['~result.list[].totalTurnover empty', '~result.list[].totalVolume empty'] }],
  'GET /v5/order/history linear': [
    { why: NEWER, paths: ['+result.list[].marketUnit', '+result.list[].ocoTriggerBy', '+result.list[].parentOrderLinkId'] },
    { why: HAND_MADE, paths: ['~result.list[].avgPrice decimal|empty'] },
    { why: NO_LAST, paths: ['~result.list[].lastPriceOnCreated empty'] },
  ],
  'GET /v5/order/realtime linear': [
    {
      why: NEWER,
      paths: [
        '+result.list[].extraFees',
        '+result.list[].ocoTriggerBy',
        '+result.list[].parentOrderLinkId',
        '+result.list[].slippageTolerance',
        '+result.list[].slippageToleranceType',
      ],
    },
  ],
  'GET /v5/order/realtime spot': [
    { why: SPOT_HAS_NOT, paths: ['-result.list[].lastPriceOnCreated'] },
    {
      why: NEWER,
      paths: [
        '+result.list[].basePrice',
        '+result.list[].cumFeeDetail',
        '+result.list[].extraFees',
        '+result.list[].ocoTriggerBy',
        '+result.list[].parentOrderLinkId',
        '+result.list[].slippageTolerance',
        '+result.list[].slippageToleranceType',
      ],
    },
  ],
  'GET /v5/position/closed-pnl linear': [{ why: NEWER, paths: ['+result.list[].closeFee', '+result.list[].openFee'] }],
  'GET /v5/position/list inverse': [
    { why: MISPRINT, paths: ['-result.list[].mmrSysUpdateTime'] },
    {
      why: NEWER,
      paths: [
        '+result.list[].breakEvenPrice',
        '+result.list[].delta',
        '+result.list[].gamma',
        '+result.list[].mmrSysUpdatedTime',
        '+result.list[].openTime',
        '+result.list[].positionIMByMp',
        '+result.list[].positionMMByMp',
        '+result.list[].theta',
        '+result.list[].vega',
      ],
    },
    { why: CROSS, paths: ['~result.list[].bustPrice empty', '~result.list[].liqPrice decimal'] },
    { why: EMPTY_NOW, paths: ['~result.list[].stopLoss empty', '~result.list[].takeProfit empty'] },
  ],
  'GET /v5/position/list linear': [
    {
      why: NEWER,
      paths: [
        '+result.list[].breakEvenPrice',
        '+result.list[].delta',
        '+result.list[].gamma',
        '+result.list[].openTime',
        '+result.list[].positionIMByMp',
        '+result.list[].positionMMByMp',
        '+result.list[].sessionAvgPrice',
        '+result.list[].theta',
        '+result.list[].vega',
      ],
    },
  ],
  'GET /v5/spread/order/history': [{ why: NO_LEG, paths: ['~result.list[].leg1OrderId empty', '~result.list[].leg2OrderId empty'] }],
  'GET /v5/spread/orderbook': [{ why: NEWER, paths: ['+result.a', '+result.b'] }],
  'GET /v5/spread/tickers': [
    {
      why: QUOTED,
      paths: [
        '~result.list[].askPrice decimal',
        '~result.list[].askSize decimal',
        '~result.list[].bidPrice decimal',
        '~result.list[].bidSize decimal',
      ],
    },
  ],
  'GET /v5/system/status': [{ why: NOTHING, paths: ['-result.list[]'] }],
  'POST /v5/account/set-hedging-mode': [{ why: NO_RESULT, paths: ['~result object'] }],
  'POST /v5/account/set-margin-mode': [{ why: NOTHING, paths: ['-result.reasons[]'] }],
  'POST /v5/position/add-margin inverse': [{ why: EMPTY_NOW, paths: ['~result.stopLoss empty', '~result.takeProfit empty'] }],
};
