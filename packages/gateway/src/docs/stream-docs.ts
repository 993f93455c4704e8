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

/** The streams, described by the schemas of their frames. */
export function streamDocs(): StreamDocs {
  const frames = jsonSchemaOf(privateFrame);
  const topic = (socket: StreamTopicDoc['socket'], name: string, summary: string, payload: JsonSchema): StreamTopicDoc => ({
    socket,
    topic: name,
    summary,
    payload,
  });
  const candle = jsonSchemaOf(candleFrame);
  return {
    messages: [
      { name: 'from the client', summary: 'subscribe, unsubscribe, login, ping', schema: jsonSchemaOf(clientMessage) },
      { name: 'answer', summary: 'to each of them, with its req_id', schema: jsonSchemaOf(operationAnswer) },
    ],
    topics: [
      topic(
        PUBLIC,
        'orderBook_200.{symbol}',
        'A snapshot of the best 200 levels a side, then deltas; u rises by one.',
        jsonSchemaOf(bookFrame),
      ),
      topic(PUBLIC, 'recently_trade.{symbol}', 'The newest trades, then each new one once.', jsonSchemaOf(tapeFrame)),
      topic(
        PUBLIC,
        'instrument_info.{symbol}',
        'The full ticker: several times a second while it changes, otherwise every two seconds.',
        jsonSchemaOf(instrumentInfoFrame),
      ),
      topic(PUBLIC, 'candle.{resolution}.{symbol}', 'The forming bar, and once more when it closes.', candle),
      topic(PUBLIC, 'mark_kline.{resolution}.{symbol}', 'The same for the mark price.', candle),
      topic(PUBLIC, 'index_candle.{resolution}.{symbol}', 'The same for the index price.', candle),
      topic(
        PUBLIC,
        'liquidation.{symbol}',
        'Each liquidation in a contract once; the side is that of the liquidated position.',
        jsonSchemaOf(publicLiquidationFrame),
      ),
      topic(PUBLIC, 'symbol_list', 'The version of the contract list, then listings and changes.', jsonSchemaOf(symbolListFrame)),
      topic(PUBLIC, 'public.symbol.notify', 'The same under another name.', jsonSchemaOf(symbolListFrame)),
      topic(PUBLIC, 'public.notice', 'Active notices of the operator, then each new or withdrawn notice.', jsonSchemaOf(noticeFrame)),
      topic(PRIVATE, 'user.*', 'A snapshot of the account follows the first subscription.', jsonSchemaOf(privateSnapshotFrame)),
      ...privateTopics(frames),
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
