import { invariant } from '@tapedeck/domain';
import {
  CLOSE_CODES,
  CLOSE_REASONS,
  bookFrame,
  candleFrame,
  clientMessage,
  instrumentInfoFrame,
  jsonSchemaOf,
  noticeFrame,
  operationAnswer,
  privateFrame,
  privateSnapshotFrame,
  publicLiquidationFrame,
  symbolListFrame,
  tapeFrame,
  type JsonSchema,
} from '@tapedeck/protocol';
import { TOPIC_FORMS } from '../streams/topic-registry.ts';

export interface StreamTopicDoc {
  /** The socket that carries it. */
  readonly socket: '/realtime?v=2' | '/private?v=2';
  readonly topic: string;
  readonly summary: string;
  readonly payload: JsonSchema;
}

export interface StreamDocs {
  readonly messages: readonly { readonly name: string; readonly summary: string; readonly schema: JsonSchema }[];
  readonly topics: readonly StreamTopicDoc[];
  readonly closeCodes: readonly { readonly code: number; readonly says: string }[];
}

const PUBLIC = '/realtime?v=2';
const PRIVATE = '/private?v=2';

/** Summary and frames of each public topic, by the form of its name. */
function publicDocs(): ReadonlyMap<string, Pick<StreamTopicDoc, 'summary' | 'payload'>> {
  const candle = jsonSchemaOf(candleFrame);
  const list = jsonSchemaOf(symbolListFrame);
  return new Map([
    [
      'orderBook_200.{symbol}',
      { summary: 'A snapshot of the best 200 levels a side, then deltas; u rises by one.', payload: jsonSchemaOf(bookFrame) },
    ],
    ['recently_trade.{symbol}', { summary: 'The newest trades, then each new one once.', payload: jsonSchemaOf(tapeFrame) }],
    [
      'instrument_info.{symbol}',
      {
        summary: 'The full ticker: several times a second while it changes, otherwise every two seconds.',
        payload: jsonSchemaOf(instrumentInfoFrame),
      },
    ],
    [
      'liquidation.{symbol}',
      {
        summary: 'Each liquidation in a contract once; the side is that of the liquidated position.',
        payload: jsonSchemaOf(publicLiquidationFrame),
      },
    ],
    ['candle.{resolution}.{symbol}', { summary: 'The forming bar, and once more when it closes.', payload: candle }],
    ['mark_kline.{resolution}.{symbol}', { summary: 'The same for the mark price.', payload: candle }],
    ['index_candle.{resolution}.{symbol}', { summary: 'The same for the index price.', payload: candle }],
    ['symbol_list', { summary: 'The version of the contract list, then listings and changes.', payload: list }],
    ['public.symbol.notify', { summary: 'The same under another name.', payload: list }],
    [
      'public.notice',
      { summary: 'Active notices of the operator, then each new or withdrawn notice.', payload: jsonSchemaOf(noticeFrame) },
    ],
  ]);
}

function publicTopics(): StreamTopicDoc[] {
  const docs = publicDocs();
  return TOPIC_FORMS.map((topic) => {
    const doc = docs.get(topic);
    invariant(doc !== undefined, () => `the topic ${topic} is documented`);
    return { socket: PUBLIC, topic, ...doc };
  });
}

/** The streams, described by the schemas of their frames. */
export function streamDocs(): StreamDocs {
  const payload = jsonSchemaOf(privateSnapshotFrame);
  return {
    messages: [
      { name: 'from the client', summary: 'subscribe, unsubscribe, login, ping', schema: jsonSchemaOf(clientMessage) },
      { name: 'answer', summary: 'to each of them, with its req_id', schema: jsonSchemaOf(operationAnswer) },
    ],
    topics: [
      ...publicTopics(),
      { socket: PRIVATE, topic: 'user.*', summary: 'A snapshot of the account follows the first subscription.', payload },
      ...privateTopics(jsonSchemaOf(privateFrame)),
    ],
    closeCodes: Object.entries(CLOSE_CODES).map(([name, code]) => ({ code, says: CLOSE_REASONS[name as keyof typeof CLOSE_CODES] })),
  };
}

function privateTopics(frames: JsonSchema): StreamTopicDoc[] {
  const variants = (frames['oneOf'] ?? frames['anyOf'] ?? []) as readonly JsonSchema[];
  return variants.map((payload) => {
    const { topic } = payload['properties'] as { readonly topic: { readonly const: string } };
    return { socket: PRIVATE, topic: topic.const, summary: 'All changes in order, never conflated.', payload };
  });
}
