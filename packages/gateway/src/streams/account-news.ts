import { milliseconds, type Event, type Timestamp } from '@tapedeck/domain';
import {
  encodeCollateral,
  encodeCopying,
  encodeExecution,
  encodeLiquidation,
  encodeOrder,
  encodePosition,
  encodeSettings,
  encodeWallet,
  type OrderEvent,
} from '@tapedeck/protocol';
import type { EventBatch } from '@tapedeck/venue';
import type { Catalogue } from '../catalogue.ts';
import type { CostClass } from '../costs.ts';
import { encodeStrategies } from '../wire.ts';

/** Topics of one account, in the order of the frames of one batch. */
export const USER_TOPIC_COSTS = {
  'user.execution': 'light',
  'user.order': 'light',
  'user.position': 'light',
  'user.settings': 'light',
  'user.wallet': 'light',
  'user.strategy': 'light',
  'user.copy': 'light',
  'user.fees': 'light',
  'user.liquidation': 'light',
} as const satisfies Readonly<Record<string, CostClass>>;
export type UserTopic = keyof typeof USER_TOPIC_COSTS;
export const USER_TOPICS = Object.keys(USER_TOPIC_COSTS) as readonly UserTopic[];

export const isUserTopic = (text: string): text is UserTopic => USER_TOPICS.some((topic) => topic === text);

/** Changes of one batch for one account under one topic, encoded once for all subscribers. */
export interface TopicNews {
  readonly topic: UserTopic;
  readonly ts: number;
  /** The items as JSON. */
  readonly data: string;
}

type Items = Readonly<Record<UserTopic, object[]>>;

/** The updates of one account in a batch; `events` are its own, in order. */
export function newsOf(events: readonly Event[], { time }: Pick<EventBatch, 'time'>, catalogue: Catalogue): TopicNews[] {
  const items: Items = {
    'user.execution': [],
    'user.order': [],
    'user.position': [],
    'user.settings': [],
    'user.wallet': [],
    'user.strategy': [],
    'user.copy': [],
    'user.fees': [],
    'user.liquidation': [],
  };
  for (const event of events) collect(event, time, items, catalogue);
  const news: TopicNews[] = [];
  for (const topic of USER_TOPICS) {
    if (items[topic].length > 0) news.push({ topic, ts: milliseconds(time), data: JSON.stringify(items[topic]) });
  }
  return news;
}

const ORDER_EVENT = {
  OrderAccepted: 'newed',
  OrderReplaced: 'replaced',
  OrderCancelled: 'canceled',
} as const satisfies Readonly<Record<string, OrderEvent>>;

function collect(event: Event, time: Timestamp, items: Items, catalogue: Catalogue): void {
  switch (event.type) {
    case 'OrderAccepted':
    case 'OrderCancelled':
    case 'OrderReplaced':
      items['user.order'].push({
        ...encodeOrder(event.order, catalogue.byId(event.order.instrument)),
        event: ORDER_EVENT[event.type],
      });
      break;
    case 'OrderTriggered':
      items['user.order'].push(encodeOrder(event.order, catalogue.byId(event.order.instrument)));
      break;
    case 'OrderFilled': {
      const instrument = catalogue.byId(event.instrument);
      items['user.execution'].push(encodeExecution(event, time, instrument));
      if (event.order !== undefined) items['user.order'].push(encodeOrder(event.order, instrument));
      break;
    }
    case 'PositionChanged':
      items['user.position'].push(encodePosition(event.position, catalogue.byId(event.position.instrument)));
      break;
    case 'SettingsChanged':
      items['user.settings'].push(encodeSettings(event.settings, catalogue.byId(event.settings.instrument)));
      break;
    case 'CashChanged':
      items['user.wallet'].push(encodeWallet(event.coin, event.cash, event.wallet));
      break;
    case 'CollateralChanged':
      items['user.wallet'].push(encodeCollateral(event.coin, event.cash, event.on));
      break;
    case 'StrategyChanged':
      items['user.strategy'].push(...encodeStrategies([event.strategy], catalogue));
      break;
    case 'CopyingChanged':
      items['user.copy'].push(encodeCopying(event.copying, (id) => catalogue.byId(id).symbol));
      break;
    case 'FeeTierChanged':
      items['user.fees'].push({ tier: event.tier });
      break;
    case 'PositionLiquidated':
      items['user.liquidation'].push(encodeLiquidation(event, time, catalogue.byId(event.instrument)));
      break;
    default:
      break;
  }
}
