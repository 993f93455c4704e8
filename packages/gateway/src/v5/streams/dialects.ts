import type { V5StreamMessage } from '@tapedeck/protocol/v5';

/** The request to answer. */
export interface Asked {
  readonly connection: string;
  readonly message: Pick<V5StreamMessage, 'op' | 'req_id'>;
}

/** Form of a channel's answers. */
export interface Dialect {
  done(asked: Asked, topics: readonly string[]): object;
  /** `topics` are the invalid ones. */
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

/** Its answers name the request even if it had no name. */
export const CONTRACT_DIALECT: Dialect = {
  done: (asked) => outcome(true, '', named(asked)),
  refused: (asked, why) => outcome(false, why, named(asked)),
  pong: (asked) => SPOT_DIALECT.pong(named(asked), 0),
};

const named = ({ connection, message }: Asked): Asked => ({ connection, message: { op: message.op, req_id: message.req_id ?? '' } });

/** Answers with one result per topic. */
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
