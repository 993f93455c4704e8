/** Opening balance of a new account, whole coins: enough to trade every kind of contract. */
const OPENING_COINS: readonly (readonly [coin: string, amount: bigint])[] = [
  ['USDT', 100_000n],
  ['USDC', 50_000n],
  ['BTC', 1n],
  ['ETH', 20n],
  ['XRP', 10_000n],
  ['EOS', 10_000n],
  ['DOT', 2_000n],
];
const WHOLE_COIN = 100_000_000n;

/** The same in units of 1e-8. */
export const OPENING_FUNDS: readonly { readonly coin: string; readonly units: bigint }[] = OPENING_COINS.map(([coin, amount]) => ({
  coin,
  units: amount * WHOLE_COIN,
}));
