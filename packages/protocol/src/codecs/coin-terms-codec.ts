import { coinTerms, type Coin } from '@tapedeck/domain';
import type { CoinTermsItem } from '../web/assets.ts';
import { moneyText, rateText } from './decimals.ts';

export function encodeCoinTerms(coin: Coin): CoinTermsItem {
  const { collateral, borrowLimit, interestFree, hourlyInterest, hourlyYield } = coinTerms(coin);
  return {
    coin,
    collateral: collateral.map(({ upTo, ratio }) => ({ upTo: upTo === undefined ? '' : moneyText(upTo), ratio: rateText(ratio) })),
    borrowLimit: moneyText(borrowLimit),
    interestFree: moneyText(interestFree),
    hourlyInterestRate: rateText(hourlyInterest),
    hourlyYieldRate: rateText(hourlyYield),
  };
}
