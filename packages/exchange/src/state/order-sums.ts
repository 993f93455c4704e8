import { ZERO_MONEY, addMoney, type Money, type OpenOrderTotals, type Side } from '@tapedeck/domain';

/** Sums of the open orders of one position index that are not reduce-only, with the money that each side would hold by itself. */
export class OrderSums implements OpenOrderTotals {
  buyLots = 0;
  buyValue: Money = ZERO_MONEY;
  sellLots = 0;
  sellValue: Money = ZERO_MONEY;
  /** Money that the side holds; `undefined` until it is worked out again. */
  buy: Money | undefined = ZERO_MONEY;
  sell: Money | undefined = ZERO_MONEY;

  /** Adds (or with negative lots takes away) an order. */
  add(side: Side, count: number, value: Money): void {
    if (side === 'Buy') {
      this.buyLots += count;
      this.buyValue = addMoney(this.buyValue, value);
      this.buy = undefined;
    } else {
      this.sellLots += count;
      this.sellValue = addMoney(this.sellValue, value);
      this.sell = undefined;
    }
  }

  /** Something that the money of both sides depends on has changed. */
  touched(): void {
    this.buy = undefined;
    this.sell = undefined;
  }
}
