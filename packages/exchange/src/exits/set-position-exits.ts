import {
  exitLegRefusal,
  exitsShapeRefusal,
  lotCount,
  quantityBound,
  rateUnits,
  refusal,
  tickCount,
  trailingShapeRefusal,
  type AttachedExits,
  type ExitLeg,
  type Outcome,
  type Refusal,
  type SetPositionExits,
  type TrailingTerms,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import type { ConditionalOrder } from '../triggers/conditional-order.ts';
import { Triggers } from '../triggers/triggers.ts';
import { namedPosition } from './named-position.ts';
import { EXIT_ENTRIES_MAX } from './check-options.ts';
import {
  addLeg,
  applyLeg,
  countEntries,
  covered,
  endConditional,
  entryQuantity,
  EXIT_KINDS,
  exitsOf,
  fireIfReached,
  FULL_KIND,
  newExit,
  PARTIAL_KIND,
  partialEntries,
  type PartialEntry,
  sourceAt,
  startConditional,
  startPair,
  tellConditional,
} from './conditional-orders.ts';

/** One, in units of rates. */
const WHOLE = 100_000_000n;

interface Request {
  readonly state: ExchangeState;
  readonly account: Account;
  readonly market: Market;
  readonly position: Position;
  readonly command: SetPositionExits;
}

const givenLegs = ({ takeProfit, stopLoss, mode }: SetPositionExits): AttachedExits => ({
  mode,
  ...(takeProfit === undefined || takeProfit === null ? {} : { takeProfit }),
  ...(stopLoss === undefined || stopLoss === null ? {} : { stopLoss }),
});

/** Shape and prices of the given legs. */
function legsRefusal({ market, position, command }: Request): Refusal | undefined {
  const given = givenLegs(command);
  if (given.takeProfit === undefined && given.stopLoss === undefined) return undefined;
  const shape = exitsShapeRefusal(given, market.instrument);
  if (shape !== undefined) return shape;
  for (const which of EXIT_KINDS) {
    const leg = given[which];
    if (leg === undefined) continue;
    const base = sourceAt(market, leg.source);
    const refused = exitLegRefusal(leg, which, { side: position.side, base, grid: market.instrument });
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** A distance in ticks or as a share, not both; it must leave a positive price. */
function trailingRefusal({ market, position }: Request, terms: TrailingTerms | undefined): Refusal | undefined {
  if (terms === undefined) return undefined;
  const shape = trailingShapeRefusal(market.instrument);
  if (shape !== undefined) return shape;
  const distance = tickCount(terms.distance);
  const share = rateUnits(terms.share);
  const bad = refusal('parameter', { field: 'trailingStop' });
  if (distance < 0 || share < 0n || distance > 0 === share > 0n || share >= WHOLE) return bad;
  const last = sourceAt(market, 'LastPrice').floor;
  if (position.side === 'Buy' && distance >= last) return bad;
  const activation = tickCount(terms.activation);
  const outside = activation < 0 || activation > tickCount(market.instrument.maxPrice);
  return outside ? refusal('parameter', { field: 'activePrice' }) : undefined;
}

/** Changes the terms of an untriggered leg; it may trigger immediately. */
function changeLeg({ state, market }: Request, order: ConditionalOrder, change: () => void): void {
  const untriggered = state.triggers.untriggered(market.instrument.id);
  untriggered.unwatch(order);
  change();
  untriggered.watch(order);
  tellConditional(state, order, 'OrderReplaced');
  fireIfReached(state, market, order);
}

const sameLeg = (order: ConditionalOrder, leg: ExitLeg): boolean =>
  order.trigger?.price === leg.trigger &&
  order.trigger.source === leg.source &&
  order.orderType === leg.orderType &&
  (leg.orderType === 'Market' || order.price === tickCount(leg.limit)) &&
  JSON.stringify(plain(order.slippage)) === JSON.stringify(plain(leg.slippage));

const plain = (limit: ExitLeg['slippage']): unknown =>
  limit === undefined ? undefined : limit.type === 'TickSize' ? limit.ticks : rateUnits(limit.share).toString();

/** Sets, changes or removes the two legs of the entire position, take-profit first. */
function setFull(request: Request): Outcome {
  const { state, position, command } = request;
  const before = exitsOf(state, position.slot, position.index);
  let changed = false;
  for (const which of EXIT_KINDS) {
    const leg = command[which];
    const order = before.find(({ terms, status }) => terms.kind === FULL_KIND[which] && status === 'Untriggered');
    if (leg === undefined) continue;
    if (leg === null) {
      if (order === undefined) continue;
      endConditional(state, order, 'CancelByUser');
    } else if (order === undefined) {
      const added = addLeg(state, position, { kind: FULL_KIND[which], which, leg, quantity: 0, parent: 0, source: command.source });
      startConditional(state, request.market, added);
    } else {
      if (sameLeg(order, leg)) continue;
      changeLeg(request, order, () => {
        applyLeg(order, which, leg);
      });
    }
    changed = true;
  }
  return setTrailing(request, changed);
}

/** Sets, changes or removes the trailing stop of the position. A change restarts it. */
function setTrailing({ state, market, position, command }: Request, changedBefore: boolean): Outcome {
  const { trailing } = command;
  const before = exitsOf(state, position.slot, position.index).find(({ terms }) => terms.kind === 'TrailingStop');
  if (trailing === undefined || (trailing === null && before === undefined)) {
    return changedBefore ? {} : { refusal: refusal('exitsNotModified') };
  }
  if (before !== undefined) endConditional(state, before, 'CancelByUser');
  if (trailing === null) return {};
  const order = newExit(state, position, { kind: 'TrailingStop', parent: 0, source: command.source, whole: true });
  order.trailing = trailing;
  startConditional(state, market, order);
  return { orderId: order.terms.orderId };
}

/** Whether the position has `quantity` unprotected lots for the given legs, without the entry that changes. */
function roomRefusal(request: Request, quantity: number, changed: PartialEntry | undefined): Refusal | undefined {
  const { state, position, command } = request;
  const others = partialEntries(state, position.slot, position.index).filter((entry) => entry.parent !== changed?.parent);
  for (const which of EXIT_KINDS) {
    const stays = command[which] === undefined && changed?.[which] !== undefined;
    const counts = stays || (command[which] ?? undefined) !== undefined;
    if (counts && covered(others, which) + quantity > position.size) {
      const free = Math.max(0, position.size - covered(others, which));
      return refusal('exitsOverPosition', { limit: quantityBound(free, position.slot.instrument) });
    }
  }
  return undefined;
}

function addPartial(request: Request): Outcome {
  const { state, account, market, position, command } = request;
  const quantity = lotCount(command.quantity);
  const given = givenLegs(command);
  if (given.takeProfit === undefined && given.stopLoss === undefined) return { refusal: refusal('exitsNotModified') };
  if (quantity <= 0) return { refusal: refusal('parameter', { field: 'qty' }) };
  if (countEntries(state, position.slot, position.index, account.ordersOf(position.slot)) >= EXIT_ENTRIES_MAX) {
    return { refusal: refusal('tooManyExits', { limit: String(EXIT_ENTRIES_MAX) }) };
  }
  const room = roomRefusal(request, quantity, undefined);
  if (room !== undefined) return { refusal: room };
  const parent = state.nextOrderId;
  const legs = EXIT_KINDS.flatMap((which) => {
    const leg = given[which];
    return leg === undefined
      ? []
      : [addLeg(state, position, { kind: PARTIAL_KIND[which], which, leg, quantity, parent, source: command.source })];
  });
  startPair(state, market, legs);
  return { orderId: parent, orderIds: legs.map(({ terms }) => terms.orderId) };
}

function changePartial(request: Request): Outcome {
  const { state, position, command } = request;
  const entry = partialEntries(state, position.slot, position.index).find((one) =>
    EXIT_KINDS.some((which) => one[which]?.terms.orderId === command.entry),
  );
  if (entry === undefined) return { refusal: refusal('orderUnknown') };
  const quantity = lotCount(command.quantity) === 0 ? entryQuantity(entry) : lotCount(command.quantity);
  const room = roomRefusal(request, quantity, entry);
  if (room !== undefined) return { refusal: room };
  const same = EXIT_KINDS.every((which) => {
    const leg = command[which];
    const order = entry[which];
    return leg === undefined || (leg === null ? order === undefined : order !== undefined && sameLeg(order, leg));
  });
  if (same && quantity === entryQuantity(entry)) return { refusal: refusal('exitsNotModified') };
  applyEntry(request, entry, quantity);
  return { orderId: command.entry };
}

function applyEntry(request: Request, entry: PartialEntry, quantity: number): void {
  const { state, market, position, command } = request;
  const added: ConditionalOrder[] = [];
  for (const which of EXIT_KINDS) {
    const leg = command[which];
    const order = entry[which];
    // The leg changed first may have triggered and ended its partner.
    if (order !== undefined && order.status !== 'Untriggered') continue;
    if (leg === null) {
      if (order !== undefined) endConditional(state, order, 'CancelByUser');
    } else if (order !== undefined) {
      changeLeg(request, order, () => {
        if (leg !== undefined) applyLeg(order, which, leg);
        order.quantity = quantity;
      });
    } else if (leg !== undefined) {
      const { parent } = entry;
      added.push(addLeg(state, position, { kind: PARTIAL_KIND[which], which, leg, quantity, parent, source: command.source }));
    }
  }
  const kept = EXIT_KINDS.map((which) => entry[which]).find((order) => order?.status === 'Untriggered');
  for (const leg of added) {
    if (kept !== undefined && kept.partner === undefined) Triggers.pair(kept, leg);
    startConditional(state, market, leg);
  }
}

/** Sets the TP/SL or trailing stop of a position. All checks come first: a refusal changes nothing. */
export function setPositionExits(state: ExchangeState, account: Account, command: SetPositionExits): Outcome {
  const named = namedPosition(state, account, command);
  if ('refusal' in named) return named;
  const { market, position } = named;
  const request: Request = { state, account, market, position, command };
  const refused = legsRefusal(request) ?? trailingRefusal(request, command.trailing ?? undefined);
  if (refused !== undefined) return { refusal: refused };
  if (command.mode === 'Full') return setFull(request);
  if (command.trailing !== undefined) return { refusal: refusal('parameter', { field: 'trailingStop' }) };
  return command.entry === 0 ? addPartial(request) : changePartial(request);
}
