import { refusal, type InstrumentId } from '@tapedeck/domain';
import {
  deliveryPage,
  deliveryQuery,
  emptyRequest,
  encodeDelivery,
  encodeFunding,
  encodeInsurance,
  fundingPage,
  fundingQuery,
  insuranceResult,
} from '@tapedeck/protocol';
import type { DeliveryQuery, FundingQuery, HistoryQuery } from '@tapedeck/protocol';
import { HISTORY_PAGE_MAX } from '@tapedeck/venue';
import type { Page, SettlementQuery, SettlementRow } from '@tapedeck/venue';
import { badParameter, done, refused, type Reply } from '../answers.ts';
import { PAGE_DEFAULT, pageReply } from './history-routes.ts';
import { countWithin, route, type Route, type Services } from './route.ts';

/** A page of settlements; a reply if the request is invalid. */
async function settled(
  { symbol, cursor = '', limit: asked }: HistoryQuery,
  services: Services,
  { kind, among }: { readonly kind: SettlementQuery['kind']; readonly among?: readonly InstrumentId[] | undefined },
): Promise<Reply> {
  const { catalogue, history } = services;
  const limit = countWithin(asked, PAGE_DEFAULT, 1, HISTORY_PAGE_MAX);
  if (limit === undefined) return badParameter('limit', `must be from 1 to ${HISTORY_PAGE_MAX}`);
  const instrument = symbol === undefined ? undefined : catalogue.bySymbol(symbol);
  if (symbol !== undefined && instrument === undefined) return refused(refusal('symbolUnknown'));
  const instruments = instrument === undefined ? among : [instrument.id];
  const item = ({ settlement, time }: SettlementRow): object => {
    const of = catalogue.byId(settlement.instrument);
    return settlement.type === 'FundingSettled' ? encodeFunding(settlement, time, of) : encodeDelivery(settlement, time, of);
  };
  const read = async (): Promise<Page<object>> => {
    const { rows, next } = await history.settlements({ kind, cursor, limit, ...(instruments && { instruments }) });
    return { rows: rows.map(item), next };
  };
  return pageReply(services, read());
}

function deliveries({ baseCoin, ...query }: DeliveryQuery, services: Services): Promise<Reply> {
  const among = baseCoin === undefined ? undefined : services.catalogue.instruments.filter((one) => one.baseCoin === baseCoin);
  return settled(query, services, { kind: 'DeliverySettled', among: among?.map(({ id }) => id) });
}

export const SETTLEMENT_ROUTES: readonly Route[] = [
  route<FundingQuery>({
    method: 'GET',
    path: '/contract/v5/market/funding-history',
    cost: 'past',
    access: 'public',
    effect: 'none',
    summary: 'Fundings of a perpetual contract, newest first.',
    request: fundingQuery,
    result: fundingPage,
    fails: ['historyAway'],
    answer: (query, services) => settled(query, services, { kind: 'FundingSettled' }),
  }),
  route<DeliveryQuery>({
    method: 'GET',
    path: '/contract/v5/market/delivery-history',
    cost: 'past',
    access: 'public',
    effect: 'none',
    summary: 'Deliveries of dated contracts and options with their prices, newest first.',
    request: deliveryQuery,
    result: deliveryPage,
    fails: ['historyAway'],
    answer: deliveries,
  }),
  route<object>({
    method: 'GET',
    path: '/contract/v5/market/insurance',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'Balance of the insurance fund of each coin.',
    request: emptyRequest,
    result: insuranceResult,
    answer: async (_query, { venue }) => done(encodeInsurance(await venue.insurance())),
  }),
];
