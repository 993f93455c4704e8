import type { V5StreamMessage } from '@tapedeck/protocol';

/** Who is answered. */
export interface Asked {
  readonly connection: string;
  readonly message: Pick<V5StreamMessage, 'op' | 'req_id'>;
}

/** How the answers of a channel look (reference, section 4.2). */
export interface Dialect {
  done(asked: Asked, topics: readonly string[]): object;
  /** `topics` are those that were at fault. */
  refused(asked: Asked, why: string, topics: readonly string[]): object;
  pong(asked: Asked, now: number): object;
}

const idOf = ({ req_id }: Asked['message']): object => (req_id === undefined ? {} : { req_id });

function outcome(isDone: boolean, text: string, { connection, message }: Asked): object {
  return { success: isDone, ret_msg: text, conn_id: connection, ...idOf(message), op: message.op };
}

export const SPOT_DIALECT: Dialect = {
  done: (asked) => outcome(true, asked.message.op, asked),
  refused: (asked, why) => outcome(false, why, asked),
  pong: ({ connection, message }) => ({ success: true, ret_msg: 'pong', conn_id: connection, ...idOf(message), op: 'ping' }),
};

/** Its answers name the request even when it had no name. */
export const CONTRACT_DIALECT: Dialect = {
  done: (asked) => outcome(true, '', named(asked)),
  refused: (asked, why) => outcome(false, why, named(asked)),
  pong: (asked) => SPOT_DIALECT.pong(named(asked), 0),
};

const named = ({ connection, message }: Asked): Asked => ({ connection, message: { op: message.op, req_id: message.req_id ?? '' } });

/** Its answers say of each topic what became of it. */
export const OPTION_DIALECT: Dialect = {
  done: ({ connection }, topics) => ({
    success: true,
    conn_id: connection,
    data: { failTopics: [], successTopics: topics },
    type: 'COMMAND_RESP',
  }),
  refused: ({ connection }, why, topics) => ({
    success: false,
    conn_id: connection,
    ret_msg: why,
    data: { failTopics: topics, successTopics: [] },
    type: 'COMMAND_RESP',
  }),
  pong: (_asked, now) => ({ args: [String(now)], op: 'pong' }),
};

export const PRIVATE_DIALECT: Dialect = {
  done: (asked) => outcome(true, '', asked),
  refused: (asked, why) => outcome(false, why, asked),
  pong: ({ connection, message }, now) => ({ ...idOf(message), op: 'pong', args: [String(now)], conn_id: connection }),
};
