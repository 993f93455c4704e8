import { type Instrument } from '@tapedeck/domain';
import { candlesResult, openInterestResult } from '@tapedeck/protocol';
import { createClosedNotices } from '../flows/closed-notices.ts';
import { createConfirmations } from '../flows/confirmations.ts';
import { createPreferences } from '../flows/preferences.ts';
import { createReverseTip } from '../flows/reverse-tip.ts';
import { createVisitorCheck } from '../flows/visitor-check.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createStore } from '../store/readable.ts';
import { createAccountFront, type AccountFront } from './account-front.ts';
import type { Account } from './account.ts';
import { historyFile } from './history-file.ts';
import { connectionOf, createLayers, createRunning, followSession, type Layers, type TerminalClientOptions } from './layers.ts';
import { followCandles, openMarketFeed, openTickerFeed } from './market-feeds.ts';
import { createOptionBoards } from './option-boards.ts';
import type { Markets, Session, TerminalClient } from './terminal-client.ts';

const sessionOf = (
  { flow }: Layers,
  { freshness, email, apiKeys }: Pick<AccountFront, 'freshness' | 'email' | 'apiKeys'>,
  isBanned: Session['isBanned'],
): Session => ({
  state: flow.session,
  freshness,
  login: flow.login,
  logout: flow.logout,
  switchAccount: flow.switchAccount,
  email,
  apiKeys,
  isBanned,
});

function marketsOf({ ports, http, hub, flow, followed }: Layers, past: AccountFront['marketPast']): Markets {
  const listed = (symbol: string): Instrument => {
    const instrument = flow.instrument(symbol);
    if (instrument === undefined) throw new Error(`The catalogue has no symbol ${symbol}.`);
    followed.add(symbol);
    return instrument;
  };
  const { first, catalogue, fallback, pairs, pairsFallback, instrument, instrumentById, facts } = flow;
  return {
    ...{ first, catalogue, fallback, pairs, pairsFallback, instrument, instrumentById, facts },
    ...past,
    options: createOptionBoards(http, flow),
    feed: (symbol) => openMarketFeed(hub, listed(symbol), ports.lines),
    ticker: (symbol) => openTickerFeed(hub, listed(symbol)),
    candles: ({ symbol, series, resolution, before, limit }) =>
      http.get('/contract/v5/market/candles', { symbol, series, resolution, to: before, limit }, candlesResult),
    openInterests: ({ symbol, before, limit }) =>
      http.get('/contract/v5/market/open-interest', { symbol, to: before, limit }, openInterestResult),
    followCandles: (query, listener) => followCandles(hub, query, listener),
    exchangeTime: hub.exchangeTime,
  };
}

/** Notice and confirmation settings stored by the server. */
function createNoticeSettings({ ports, http }: Layers) {
  const preferences = createPreferences(ports, http);
  const reverseTip = createReverseTip(preferences);
  const closed = createClosedNotices(preferences);
  const confirmations = createConfirmations(preferences, reverseTip);
  return { parts: { reverseTip, closed, confirmations }, load: () => void preferences.load() };
}

/** The data layer of one terminal. Nothing happens before `start`. */
export function createTerminalClient(ports: ClientPorts, options: TerminalClientOptions): TerminalClient {
  const layers = createLayers(ports, options);
  const settings = createNoticeSettings(layers);
  const visitor = createVisitorCheck(ports, layers.http, options.language);
  const account = createStore<Account | undefined>(undefined);
  const { orders, positions, funds, strategies, copying, histories, onNotice, ...front } = createAccountFront(account);
  if (typeof options.account === 'function') account.set(options.account(layers));
  else void options.account.then((create) => account.set(create(layers)));
  followSession(layers, account, options.firstScreen?.shown, settings.load);

  return {
    ...createRunning(layers, account, () => void (options.firstScreen?.shown ?? Promise.resolve()).then(visitor.load)),
    connection: connectionOf(layers, front.freshness),
    telemetry: layers.telemetry,
    session: sessionOf(layers, front, visitor.isBanned),
    markets: marketsOf(layers, front.marketPast),
    ...{ orders, positions, funds, strategies, copying },
    histories: { ...histories, file: historyFile(options.origin) },
    notices: { ...settings.parts, operator: layers.notices, onFailure: layers.onFailure, onNotice },
  };
}
