import { milliseconds, timestamp } from '@tapedeck/domain';
import type { DeliverySettled, FundingSettled, Instrument, InsuranceFund, Money, Price, Rate, Timestamp } from '@tapedeck/domain';
import type { DeliveryItem, FundingItem } from '../web/history.ts';
import { moneyText, priceText, rateText, readMoney, readPrice, readRate } from './decimals.ts';

/** Funding settled for every holder of a perpetual contract. */
export interface Funding {
  readonly time: Timestamp;
  readonly rate: Rate;
  readonly mark: Price;
}

/** A contract that has ended. */
export interface Delivery {
  readonly symbol: string;
  readonly time: Timestamp;
  readonly price: Price;
}

export const encodeFunding = ({ rate, mark }: FundingSettled, time: Timestamp, instrument: Instrument): FundingItem => ({
  symbol: instrument.symbol,
  fundingRate: rateText(rate),
  markPrice: priceText(mark, instrument),
  fundingTimeE3: milliseconds(time),
});

export const encodeDelivery = ({ price }: DeliverySettled, time: Timestamp, instrument: Instrument): DeliveryItem => ({
  symbol: instrument.symbol,
  deliveryPrice: priceText(price, instrument),
  deliveryTimeE3: milliseconds(time),
});

export const encodeInsurance = (funds: readonly InsuranceFund[]): { list: { coin: string; balance: string }[] } => ({
  list: funds.map(({ coin, balance }) => ({ coin, balance: moneyText(balance) })),
});

/** Throws `WireMalformed` if a field is malformed, like the others. */
export const decodeFunding = ({ fundingRate, markPrice, fundingTimeE3 }: FundingItem): Funding => ({
  time: timestamp(fundingTimeE3),
  rate: readRate(fundingRate, 'fundingRate'),
  mark: readPrice(markPrice, 'markPrice'),
});

export const decodeDelivery = ({ symbol, deliveryPrice, deliveryTimeE3 }: DeliveryItem): Delivery => ({
  symbol,
  time: timestamp(deliveryTimeE3),
  price: readPrice(deliveryPrice, 'deliveryPrice'),
});

export const decodeFund = ({ coin, balance }: { readonly coin: string; readonly balance: string }): { coin: string; balance: Money } => ({
  coin,
  balance: readMoney(balance, 'balance'),
});
