import { refusal } from '@tapedeck/domain';
import {
  encodeRiskLimits,
  optionListQuery,
  optionListResult,
  rawDynamicSymbolResult,
  rawSymbolListResult,
  riskLimitListResult,
  symbolListQuery,
  symbolQuery,
  visitorProfileQuery,
  visitorProfileResult,
} from '@tapedeck/protocol';
import type {
  OptionListQuery,
  OptionListResult,
  RawDynamicSymbolResult,
  RiskLimitListResult,
  SymbolListQuery,
  SymbolQuery,
  VisitorProfileResult,
} from '@tapedeck/protocol';
import { badParameter, done, doneShared, refused } from '../answers.ts';
import { route, type Route } from './route.ts';

export const PRODUCT_ROUTES: readonly Route[] = [
  route<SymbolListQuery>({
    method: 'GET',
    path: '/contract/v5/product/brief-symbol-list',
    cost: 'list',
    access: 'public',
    effect: 'none',
    summary: 'All contracts by family, with the version of the list; only the version if the client has the latest list.',
    request: symbolListQuery,
    result: rawSymbolListResult,
    answer: ({ filter, version }, { catalogue }) => {
      const list = catalogue.list(filter, version);
      return list === undefined ? badParameter('filter', 'names a family that does not exist') : doneShared(list);
    },
  }),
  route<SymbolQuery>({
    method: 'GET',
    path: '/contract/v5/product/dynamic-symbol-item',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'Current terms of one contract.',
    request: symbolQuery,
    result: rawDynamicSymbolResult,
    answer: ({ symbol }, { catalogue }) => {
      const instrument = catalogue.bySymbol(symbol);
      if (instrument === undefined) return refused(refusal('symbolUnknown'));
      const result: RawDynamicSymbolResult = { item: catalogue.contract(instrument) };
      return done(result);
    },
  }),
  route<OptionListQuery>({
    method: 'GET',
    path: '/contract/v5/product/option-symbol-list',
    cost: 'list',
    access: 'public',
    effect: 'none',
    summary: 'The options of a coin in one settle coin, by expiry, strike and type.',
    request: optionListQuery,
    result: optionListResult,
    answer: ({ baseCoin, settleCoin }, { catalogue }) => {
      const result: OptionListResult = { list: catalogue.options(baseCoin, settleCoin).map((option) => catalogue.contract(option)) };
      return done(result);
    },
  }),
  route<SymbolQuery>({
    method: 'GET',
    path: '/position/risk-limit-list',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'The risk-limit ladder of a symbol, lowest tier first.',
    request: symbolQuery,
    result: riskLimitListResult,
    answer: ({ symbol }, { catalogue }) => {
      const instrument = catalogue.bySymbol(symbol);
      if (instrument === undefined) return refused(refusal('symbolUnknown'));
      const result: RiskLimitListResult = { list: encodeRiskLimits(instrument) };
      return done(result);
    },
  }),
  route<object>({
    method: 'GET',
    path: '/contract/v5/settings/visitor-profile',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'Trading ban of the visitor.',
    request: visitorProfileQuery,
    result: visitorProfileResult,
    answer: (_query, _services, session) => {
      const result: VisitorProfileResult = { isBanned: session?.banned ?? false };
      return done(result);
    },
  }),
];
