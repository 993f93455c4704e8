/** Account kinds of the specification, section 6. */
export type AccountKind = 'regular' | 'UTA' | 'UTA2' | 'PM';
export type Coin = string;
