/** Account kinds of the specification, section 6. */
export type AccountKind = 'regular' | 'UTA' | 'UTA2' | 'PM';
export type Coin = string;

/** Where an account's coins are: in trading (its cash), in the funding wallet, saved, or (negative) owed because borrowed by hand. */
export type WalletName = 'trading' | 'funding' | 'savings' | 'loan';
