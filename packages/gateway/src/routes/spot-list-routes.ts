import {
  downgradeSpots,
  emptyRequest,
  encodeSpotSymbol,
  recommendedSpots,
  spotListAllQuery,
  spotListResult,
  spotListV3Query,
} from '@tapedeck/protocol';
import type { SpotListAllQuery, SpotListResult, SpotListV3Query, SpotQuoteToken, SpotSymbol } from '@tapedeck/protocol';
import { formatDecimal } from '@tapedeck/domain';
import type { Instrument } from '@tapedeck/domain';
import { done, plainJson } from '../answers.ts';
import { fingerprint } from '../catalogue.ts';
import { route, type Route, type Services } from './route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Fiat coins. */
const MONEY: ReadonlySet<string> = new Set(['EUR', 'BRL', 'PLN', 'TRY', 'USD']);
const RECOMMENDED = 10;

/** The tree without volumes, which change continuously; the version and the files depend on the rest. */
const treeOf = (spots: readonly Instrument[], volume: (instrument: Instrument) => string): SpotQuoteToken[] => {
  const quotes = [...new Set(spots.map(({ quoteCoin }) => quoteCoin))];
  return quotes.map((quote) => ({
    tokenId: quote,
    tokenName: quote,
    tokenType: MONEY.has(quote) ? 'REAL_MONEY' : 'CHAIN_TOKEN',
    zeroFeeType: 0,
    quoteTags: '',
    quoteTokenSymbols: spots
      .filter(({ quoteCoin }) => quoteCoin === quote)
      .map((instrument): SpotSymbol => encodeSpotSymbol(instrument, volume(instrument))),
  }));
};

const still = (): string => '0';
const volumeOn =
  ({ venue }: Services) =>
  ({ id }: Instrument): string =>
    formatDecimal(venue.market(id)?.day.volume ?? 0n);

/** Version and time of a list; an unchanged catalogue returns the cached answer. */
const known = new WeakMap<object, { readonly version: string; readonly since: number }>();
function stateOf({ catalogue, now }: Services): { readonly version: string; readonly since: number } {
  const version = fingerprint(JSON.stringify(treeOf(catalogue.spots, still)));
  const before = known.get(catalogue);
  if (before?.version === version) return before;
  const state = { version, since: now() };
  known.set(catalogue, state);
  return state;
}

function listFor(services: Services, has: (state: { readonly version: string; readonly since: number }) => boolean): SpotListResult {
  const state = stateOf(services);
  const base = { last_modified_at: state.since, version: state.version };
  return has(state) ? { ...base, unchanged: true, list: [] } : { ...base, list: treeOf(services.catalogue.spots, volumeOn(services)) };
}

const recommended = (services: Services): readonly SpotSymbol[] =>
  services.catalogue.spots
    .filter(({ spot, status }) => spot?.shown === true && status === 'Trading')
    .slice(0, RECOMMENDED)
    .map((instrument) => encodeSpotSymbol(instrument, volumeOn(services)(instrument)));

const ENVIRONMENTS = ['test', 'testnet', 'production'] as const;

/** The spot lists that a terminal requests one after the other. */
export const SPOT_LIST_ROUTES: readonly Route[] = [
  route<SpotListAllQuery>({
    method: 'GET',
    path: '/spot/api/basic/symbol_list_all',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'All spot pairs by quote coin; only the time of the list if the client has the latest list.',
    request: spotListAllQuery,
    result: spotListResult,
    answer: ({ last_modified_at }, services) =>
      done(listFor(services, ({ since }) => last_modified_at !== undefined && Number(last_modified_at) >= since)),
  }),
  route<SpotListV3Query>({
    method: 'GET',
    path: '/spot/api/basic/symbol_list_v3',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'All spot pairs by quote coin; only the version if the client has the latest list.',
    request: spotListV3Query,
    result: spotListResult,
    answer: ({ version }, services) => done(listFor(services, (state) => version === state.version)),
  }),
  route<object>({
    method: 'GET',
    path: '/spot/api/basic/symbol_list_v2',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'All spot pairs by quote coin, for every client.',
    request: emptyRequest,
    result: spotListResult,
    answer: (_query, services) => done(listFor(services, () => false)),
  }),
  route<object>({
    method: 'GET',
    path: '/cdn/spot/default-trade-recommended.json',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'A short list of spot pairs for the first load, as a file.',
    request: emptyRequest,
    result: recommendedSpots,
    contentType: JSON_TYPE,
    answer: (_query, services) => plainJson({ defaultTradeRecommended: { spots: recommended(services) } }),
  }),
  ...ENVIRONMENTS.map((environment) =>
    route<object>({
      method: 'GET',
      path: `/static/spot/symbol-list.${environment}.json`,
      cost: 'light',
      access: 'public',
      effect: 'none',
      summary: `All spot pairs as a fallback file (${environment}).`,
      request: emptyRequest,
      result: downgradeSpots,
      contentType: JSON_TYPE,
      answer: (_query, { catalogue }) => plainJson({ list: treeOf(catalogue.spots, still) }),
    }),
  ),
];
