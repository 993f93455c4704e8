import { moneyText, setTpSlRequest, type InputOf, readWire, nameOfField } from '@tapedeck/protocol';
import {
  v5AutoRequest,
  v5LeverageRequest,
  v5MarginRequest,
  v5ModeRequest,
  v5Nothing,
  v5PendingRequest,
  v5RiskLimitRequest,
  v5StopRequest,
  type v5IndexField,
} from '@tapedeck/protocol/v5';
import { leverage, money, parseDecimal, type Instrument, type TraderCommand, type Untimed } from '@tapedeck/domain';
import { setTpSl } from '../../routes/stop-routes.ts';
import type { Services } from '../../routes/route.ts';
import { countCommands } from '../count-commands.ts';
import type { Caller } from '../ports.ts';
import { badField, symbolUnknown, v5ReplyOf } from '../replies.ts';
import { instrumentOf, listOf } from '../symbols.ts';
import { v5Done, v5Error, v5Refused, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { withState } from './account-state.ts';
import { CLOSED_ROUTES } from './closed-routes.ts';
import { POSITION_LIST_ROUTES, rowsOf } from './position-list.ts';

const SET_LIMIT = 10;
const LEVERAGE_DIGITS = 2;
const NO_SUCH_TIER = 110_031;
const NOT_UNIFIED = 100_028;

const indexOf = (index: InputOf<typeof v5IndexField>): 0 | 1 | 2 => Number(index ?? 0) as 0 | 1 | 2;

async function change(
  category: 'linear' | 'inverse',
  symbol: string,
  services: Services,
  command: (instrument: Instrument) => Untimed<TraderCommand>,
): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, category, symbol);
  if (instrument === undefined) return symbolUnknown();
  const outcome = await services.venue.submit(command(instrument));
  return outcome.refusal === undefined ? v5Done({}) : v5Refused(outcome.refusal);
}

function setLeverage(request: InputOf<typeof v5LeverageRequest>, services: Services, { session }: Caller): V5Reply | Promise<V5Reply> {
  const [long, short] = [request.buyLeverage, request.sellLeverage].map((text) => parseDecimal(text, LEVERAGE_DIGITS));
  if (long === undefined || long <= 0n) return badField('buyLeverage');
  if (short === undefined || short <= 0n) return badField('sellLeverage');
  return change(request.category, request.symbol, services, ({ id }) => ({
    type: 'SetLeverage',
    account: session.account,
    instrument: id,
    longLeverage: leverage(long),
    shortLeverage: leverage(short),
  }));
}

const SWITCH_MODE = '/v5/position/switch-mode';

/** Switches one symbol, or every contract of a settle coin without positions or orders. */
async function switchMode({ symbol, coin, mode }: InputOf<typeof v5ModeRequest>, services: Services, caller: Caller): Promise<V5Reply> {
  const { session } = caller;
  const positionMode = Number(mode) === 3 ? 'BothSide' : 'MergedSingle';
  const command = ({ id }: Instrument): Untimed<TraderCommand> => ({
    type: 'SetPositionMode',
    account: session.account,
    instrument: id,
    positionMode,
  });
  if (symbol !== undefined) return change('linear', symbol, services, command);
  if (coin === undefined) return badField('symbol', 'or coin is missing');
  const all = listOf(services.catalogue, 'linear').filter(({ settleCoin, status }) => settleCoin === coin && status === 'Trading');
  countCommands(SWITCH_MODE, all.length, services, caller);
  await Promise.all(all.map((one) => services.venue.submit(command(one))));
  return v5Done({});
}

/** The mode is `Full` by default. */
async function tradingStop(request: InputOf<typeof v5StopRequest>, services: Services, { session }: Caller): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, request.category, request.symbol);
  if (instrument === undefined) return symbolUnknown();
  const {
    tpslMode = 'Full',
    trailingStop,
    activePrice,
    tpLimitPrice,
    slLimitPrice,
    positionIdx,
    tpSize,
    slSize,
    takeProfit,
    stopLoss,
    tpTriggerBy,
    slTriggerBy,
  } = request;
  const fields = {
    symbol: instrument.symbol,
    positionIdx: indexOf(positionIdx),
    tpSlMode: tpslMode,
    takeProfit,
    stopLoss,
    tpTriggerBy,
    slTriggerBy,
    tpOrderType: request.tpOrderType,
    slOrderType: request.slOrderType,
    limitTakeProfit: tpLimitPrice,
    limitStopLoss: slLimitPrice,
    trailValue: trailingStop,
    activationPrice: trailingStop === undefined ? undefined : activePrice,
    tpSize: takeProfit === undefined ? undefined : tpSize,
    slSize: stopLoss === undefined ? undefined : slSize,
  };
  const parsed = readWire(setTpSlRequest, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
  if (!parsed.ok) return badField(nameOfField(parsed.issue));
  return v5ReplyOf(await setTpSl(parsed.value, services, session), () => ({}));
}

const MARGIN_FIELDS: ReadonlySet<string> = new Set([
  ...['symbol', 'positionIdx', 'riskId', 'riskLimitValue', 'size', 'positionValue', 'avgPrice', 'liqPrice', 'bustPrice', 'markPrice'],
  ...['leverage', 'autoAddMargin', 'positionStatus', 'positionIM', 'positionMM', 'unrealisedPnl', 'cumRealisedPnl'],
  ...['stopLoss', 'takeProfit', 'trailingStop', 'createdTime', 'updatedTime'],
]);
/** The fields of a position that this call returns. */
const marginRow = (row: object): object => Object.fromEntries(Object.entries(row).filter(([name]) => MARGIN_FIELDS.has(name)));

/** Answers with the updated position. */
async function addMargin(
  { category, symbol, margin, positionIdx }: InputOf<typeof v5MarginRequest>,
  services: Services,
  caller: Caller,
): Promise<V5Reply> {
  const units = parseDecimal(margin);
  if (units === undefined || units === 0n) return badField('margin');
  const reply = await change(category, symbol, services, ({ id }) => ({
    type: 'AddMargin',
    account: caller.session.account,
    instrument: id,
    positionIndex: indexOf(positionIdx),
    amount: money(units),
  }));
  if (reply.kind !== 'done') return reply;
  const instrument = instrumentOf(services.catalogue, category, symbol);
  return withState(services, caller, (state) => {
    const rows = instrument === undefined ? [] : rowsOf(state, instrument, caller.session.accountKind, services);
    const own = rows.find((row) => (row as { readonly positionIdx: number }).positionIdx === indexOf(positionIdx));
    return v5Done({ category, ...(own === undefined ? {} : marginRow(own)) });
  });
}

/** The exchange's answer since risk limits are automatic. */
function riskLimit({ category, symbol, riskId }: InputOf<typeof v5RiskLimitRequest>, { catalogue }: Services): V5Reply {
  const instrument = instrumentOf(catalogue, category, symbol);
  const tier = instrument?.tiers[Number(riskId) - 1];
  if (instrument === undefined) return symbolUnknown();
  if (tier === undefined) return v5Error(NO_SUCH_TIER, 'There is no such risk limit.');
  return v5Done({ riskId: Number(riskId), riskLimitValue: moneyText(tier.limit), category });
}

export const POSITION_ROUTES: readonly V5Route[] = [
  ...POSITION_LIST_ROUTES,
  ...CLOSED_ROUTES,
  v5Route<InputOf<typeof v5LeverageRequest>>({
    method: 'POST',
    path: '/v5/position/set-leverage',
    cost: 'command',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Sets the leverage of a symbol.',
    request: v5LeverageRequest,
    answer: setLeverage,
  }),
  v5Route<InputOf<typeof v5ModeRequest>>({
    method: 'POST',
    path: SWITCH_MODE,
    cost: 'command',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Sets one-way or hedge mode.',
    request: v5ModeRequest,
    answer: switchMode,
  }),
  v5Route<InputOf<typeof v5StopRequest>>({
    method: 'POST',
    path: '/v5/position/trading-stop',
    cost: 'command',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Sets the TP/SL and the trailing stop of a position.',
    request: v5StopRequest,
    answer: tradingStop,
  }),
  v5Route<InputOf<typeof v5MarginRequest>>({
    method: 'POST',
    path: '/v5/position/add-margin',
    cost: 'command',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Adds margin to an isolated position or removes margin from it.',
    request: v5MarginRequest,
    answer: addMargin,
  }),
  v5Route<InputOf<typeof v5AutoRequest>>({
    method: 'POST',
    path: '/v5/position/set-auto-add-margin',
    cost: 'command',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Switches automatic margin of an isolated position on or off.',
    request: v5AutoRequest,
    answer: ({ category, symbol, autoAddMargin, positionIdx }, services, { session }) =>
      change(category, symbol, services, ({ id }) => ({
        type: 'SetAutoAddMargin',
        account: session.account,
        instrument: id,
        positionIndex: indexOf(positionIdx),
        on: Number(autoAddMargin) === 1,
      })),
  }),
  v5Route<InputOf<typeof v5PendingRequest>>({
    method: 'POST',
    path: '/v5/position/confirm-pending-mmr',
    cost: 'command',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Confirms new risk limits. They never change while a position is open.',
    request: v5PendingRequest,
    answer: ({ category, symbol }, { catalogue }) =>
      instrumentOf(catalogue, category, symbol) === undefined ? symbolUnknown() : v5Done({}),
  }),
  v5Route<InputOf<typeof v5RiskLimitRequest>>({
    method: 'POST',
    path: '/v5/position/set-risk-limit',
    cost: 'command',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'Changes nothing, because risk limits follow the position.',
    request: v5RiskLimitRequest,
    answer: riskLimit,
  }),
  v5Route<object>({
    method: 'POST',
    path: '/v5/position/switch-isolated',
    cost: 'command',
    access: 'trade',
    limit: SET_LIMIT,
    summary: 'The margin mode applies to the whole account: see set-margin-mode.',
    request: v5Nothing,
    answer: () => v5Error(NOT_UNIFIED, 'Use /v5/account/set-margin-mode to set the margin mode of a unified account.'),
  }),
];
