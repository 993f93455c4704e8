/** Account kinds. */
export type AccountKind = 'regular' | 'UTA' | 'UTA2' | 'PM';
export type Coin = string;

/** Location of an account's coins: in trading (its cash), in the funding wallet, in savings, or (negative) owed as a manual loan. */
export type WalletName = 'trading' | 'funding' | 'savings' | 'loan';
