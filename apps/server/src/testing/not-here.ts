/** Calls of the public API that this exchange does not answer, and why. `docs/compatibility.md` shows the same table. */
interface NotHere {
  /** A route (`/v5/…`), or all that begins so where it ends with `*`. */
  readonly paths: readonly string[];
  readonly why: string;
}

export const NOT_HERE: readonly NotHere[] = [
  { paths: ['/v5/position/set-tpsl-mode'], why: 'Each call states whether its TP/SL covers the complete position or a part of it.' },
  {
    paths: ['/v5/asset/deposit/*', '/v5/asset/withdraw/*', '/v5/asset/travel-rule/*', '/v5/fiat/*', '/v5/p2p/*', '/v5/card/*', '/fht/*'],
    why: 'Paper funds have no chain and no bank: there are no deposits and no withdrawals.',
  },
  {
    paths: [
      '/v5/asset/exchange/*',
      '/v5/asset/covert/*',
      '/v5/asset/convert/*',
      '/v5/account/quick-repayment',
      '/v5/account/repay-convert',
    ],
    why: 'There is no conversion: trade the coins on the market.',
  },
  { paths: ['/v5/earn/*', '/v5/lending/*'], why: 'There are no fixed-term products. Savings are available on the wallet page.' },
  {
    paths: ['/v5/crypto-loan/*', '/v5/crypto-loan-common/*', '/v5/crypto-loan-fixed/*', '/v5/crypto-loan-flexible/*', '/v5/ins-loan/*'],
    why: 'The only loans are those of the account (account/borrow).',
  },
  {
    paths: [
      ...['/v5/spot-margin-trade/fixed*', '/v5/spot-margin-trade/flexible-available-inventory', '/v5/spot-margin-trade/liability'],
      ...['/v5/spot-margin-trade/position-tiers', '/v5/spot-margin-trade/currency-data'],
      ...['/v5/spot-margin-trade/get-auto-repay-mode', '/v5/spot-margin-trade/set-auto-repay-mode', '/v5/spot-cross-margin-trade/*'],
    ],
    why: 'Loans have one rate, no term, no tiers and no choice of repayment.',
  },
  { paths: ['/v5/spot-lever-token/*'], why: 'There are no leveraged tokens.' },
  { paths: ['/v5/alpha/*', '/v5/event/*', '/v5/spot-x/*'], why: 'There are no products of this kind.' },
  { paths: ['/v5/rfq/*'], why: 'There are no requests for quotes: trade in the order book.' },
  {
    paths: ['/v5/broker/*', '/v5/affiliate/*', '/v5/user/aff-customer-info', '/v5/user/invitation/*'],
    why: 'There are no brokers and no affiliates.',
  },
  {
    paths: [
      ...['/v5/user/create-sub-*', '/v5/user/create-demo-member', '/v5/user/del-submember', '/v5/user/delete-sub-api'],
      ...['/v5/user/frozen-sub-member', '/v5/user/escrow_sub_members', '/v5/user/sub-apikeys', '/v5/user/submembers'],
      ...['/v5/user/update-sub-api', '/v5/asset/transfer/save-transfer-sub-member', '/v5/asset/transfer/query-sub-member-list'],
      ...['/v5/asset/transfer/universal-transfer', '/v5/asset/transfer/query-universal-transfer-list', '/v5/asset/total-members-assets'],
      ...['/v5/position/move-positions', '/v5/position/move-history'],
    ],
    why: 'There are no sub-accounts.',
  },
  {
    paths: ['/v5/user/update-api', '/v5/user/delete-api', '/v5/user/agreement'],
    why: 'Owners create, edit and revoke keys on the API keys page.',
  },
  { paths: ['/v5/apilimit/*'], why: 'Every key has the same limits.' },
  {
    paths: ['/v5/pre-upgrade/*', '/v5/account/upgrade-to-uta', '/v5/account/contract-transaction-log'],
    why: 'Every account is a unified account from the start.',
  },
  { paths: ['/v5/strategy/*'], why: 'Start strategies in the terminal or through the web API.' },
  {
    paths: ['/v5/account/mmp-*', '/v5/account/set-delta-mode', '/v5/account/set-limit-px-action', '/v5/account/pay-info'],
    why: 'The account has no such setting.',
  },
  {
    paths: ['/v5/account/option-asset-info', '/v5/asset/portfolio-margin'],
    why: 'Margin is reported for the complete account: see wallet-balance and coin-greeks.',
  },
  {
    paths: ['/v5/account/trade-info-for-analysis', '/v5/asset/asset-overview', '/v5/asset/fundinghistory'],
    why: 'These calls summarise other lists: see executions, wallet and transaction log.',
  },
  { paths: ['/v5/asset/transfer/query-asset-info'], why: 'The call serves accounts that are not unified.' },
  { paths: ['/v5/market/adlAlert'], why: 'Deleveraging begins when the insurance fund is empty; there are no earlier thresholds.' },
  { paths: ['/v5/market/fee-group-info'], why: 'Fees depend only on the tier of the account: see fee-rate.' },
  { paths: ['/v5/spread/recent-trade'], why: 'Spreads trade in the books of their legs and print no trades of their own.' },
  {
    paths: ['/v5/spread/order/amend'],
    why: 'A running spread order cannot be changed: cancel it and place another.',
  },
  {
    paths: [
      '/spot/*',
      '/contract/v3/*',
      '/unified/*',
      '/derivatives/*',
      '/asset/v*',
      '/user/v*',
      '/v2/*',
      '/v3/*',
      '/option/*',
      '/perpetual/*',
      '/private/*',
    ],
    why: 'These calls belong to older versions of the API.',
  },
];

/** Methods of ccxt that stand on calls of the table above. */
export const CCXT_NOT_HERE: readonly { readonly methods: readonly string[]; readonly why: string }[] = [
  {
    methods: [
      ...['fetchDepositAddress', 'fetchDepositAddressesByNetwork', 'fetchDeposits', 'fetchDepositWithdrawFee', 'fetchDepositWithdrawFees'],
      ...['fetchWithdrawals', 'withdraw'],
    ],
    why: 'Paper funds have no chain and no bank: there are no deposits and no withdrawals.',
  },
  {
    methods: ['createConvertTrade', 'fetchConvertCurrencies', 'fetchConvertQuote', 'fetchConvertTrade', 'fetchConvertTradeHistory'],
    why: 'There is no conversion: trade the coins on the market.',
  },
  { methods: ['fetchBorrowInterest'], why: 'It asks a route of accounts from before unified ones: see account/borrow-history.' },
];

const matches = (path: string, pattern: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

export const whyNot = (path: string): string | undefined => NOT_HERE.find(({ paths }) => paths.some((one) => matches(path, one)))?.why;

/** The table as the documentation shows it. */
export const notHereTable = (): readonly string[] => [
  ...NOT_HERE.map(({ paths, why }) => `| ${paths.map((path) => `\`${path.replace(/^\/v5\//, '')}\``).join(', ')} | ${why} |`),
  ...CCXT_NOT_HERE.map(({ methods, why }) => `| ccxt: ${methods.map((name) => `\`${name}\``).join(', ')} | ${why} |`),
];
