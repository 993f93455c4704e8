/**
 * The history's schema, migration by migration; a released migration is never changed, a change is a new one. Records
 * are stored complete as JSON (integers beyond 2^53 as text), beside the columns for searches. PGlite and PostgreSQL
 * run the same migrations.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE progress (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), applied bigint NOT NULL);
  INSERT INTO progress (applied) VALUES (0);

  CREATE TABLE orders (
    order_id bigint PRIMARY KEY,
    account integer NOT NULL,
    instrument integer NOT NULL,
    record text NOT NULL
  );
  CREATE INDEX orders_of_account ON orders (account, order_id);
  CREATE INDEX orders_of_instrument ON orders (account, instrument, order_id);

  CREATE TABLE executions (
    sequence bigint NOT NULL,
    place integer NOT NULL,
    time bigint NOT NULL,
    account integer NOT NULL,
    instrument integer NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (sequence, place)
  );
  CREATE INDEX executions_of_account ON executions (account, sequence, place);
  CREATE INDEX executions_of_instrument ON executions (account, instrument, sequence, place);

  CREATE TABLE transactions (
    sequence bigint NOT NULL,
    place integer NOT NULL,
    time bigint NOT NULL,
    account integer NOT NULL,
    instrument integer NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (sequence, place)
  );
  CREATE INDEX transactions_of_account ON transactions (account, sequence, place);
  CREATE INDEX transactions_of_instrument ON transactions (account, instrument, sequence, place);

  CREATE TABLE minute_bars (
    instrument integer NOT NULL,
    series text NOT NULL,
    start bigint NOT NULL,
    open numeric NOT NULL,
    high numeric NOT NULL,
    low numeric NOT NULL,
    close numeric NOT NULL,
    volume numeric NOT NULL,
    turnover numeric NOT NULL,
    PRIMARY KEY (instrument, series, start)
  );
  `,
  `
  ALTER TABLE orders ADD COLUMN created_at bigint;
  UPDATE orders SET created_at = (record::json ->> 'createdAt')::bigint;
  ALTER TABLE orders ALTER COLUMN created_at SET NOT NULL;
  `,
  `
  ALTER TABLE orders ADD COLUMN side text, ADD COLUMN status text, ADD COLUMN kind text, ADD COLUMN updated_at bigint;
  UPDATE orders SET side = record::json ->> 'side', status = record::json ->> 'status',
    updated_at = (record::json ->> 'updatedAt')::bigint, kind = coalesce(record::json -> 'stop' ->> 'kind', record::json ->> 'orderType');
  ALTER TABLE orders ALTER COLUMN side SET NOT NULL, ALTER COLUMN status SET NOT NULL, ALTER COLUMN kind SET NOT NULL,
    ALTER COLUMN updated_at SET NOT NULL;
  DROP INDEX orders_of_account;
  DROP INDEX orders_of_instrument;
  CREATE INDEX orders_by_time ON orders (account, created_at, order_id);
  CREATE INDEX orders_of_instrument ON orders (account, instrument, created_at, order_id);

  ALTER TABLE executions ADD COLUMN side text, ADD COLUMN kind text, ADD COLUMN closing boolean;
  UPDATE executions SET side = record::json ->> 'side', kind = record::json ->> 'kind',
    closing = (record::json ->> 'closedQuantity')::numeric > 0;
  ALTER TABLE executions ALTER COLUMN side SET NOT NULL, ALTER COLUMN kind SET NOT NULL, ALTER COLUMN closing SET NOT NULL;
  DROP INDEX executions_of_account;
  DROP INDEX executions_of_instrument;
  CREATE INDEX executions_by_time ON executions (account, time, sequence, place);
  CREATE INDEX executions_of_instrument ON executions (account, instrument, time, sequence, place);
  CREATE INDEX executions_closing ON executions (account, time, sequence, place) WHERE closing;

  ALTER TABLE transactions ADD COLUMN kind text, ADD COLUMN coin text;
  UPDATE transactions SET kind = record::json ->> 'kind', coin = record::json ->> 'coin';
  ALTER TABLE transactions ALTER COLUMN kind SET NOT NULL, ALTER COLUMN coin SET NOT NULL;
  DROP INDEX transactions_of_account;
  DROP INDEX transactions_of_instrument;
  CREATE INDEX transactions_by_time ON transactions (account, time, sequence, place);
  CREATE INDEX transactions_of_instrument ON transactions (account, instrument, time, sequence, place);
  CREATE INDEX transactions_of_kind ON transactions (account, kind, time, sequence, place);

  ALTER TABLE progress ADD COLUMN newest bigint NOT NULL DEFAULT 0;

  CREATE TABLE bars (
    instrument integer NOT NULL,
    series text NOT NULL,
    width integer NOT NULL,
    start bigint NOT NULL,
    first bigint NOT NULL,
    open numeric NOT NULL,
    high numeric NOT NULL,
    low numeric NOT NULL,
    close numeric NOT NULL,
    volume numeric NOT NULL,
    turnover numeric NOT NULL,
    PRIMARY KEY (instrument, series, width, start)
  );
  INSERT INTO bars SELECT instrument, series, 1, start, start, open, high, low, close, volume, turnover FROM minute_bars;
  INSERT INTO bars SELECT instrument, series, 5, start / 300000 * 300000, min(start), (array_agg(open ORDER BY start))[1], max(high), min(low),
    (array_agg(close ORDER BY start DESC))[1], sum(volume), sum(turnover) FROM minute_bars GROUP BY instrument, series, start / 300000;
  INSERT INTO bars SELECT instrument, series, 60, start / 3600000 * 3600000, min(start), (array_agg(open ORDER BY start))[1], max(high), min(low),
    (array_agg(close ORDER BY start DESC))[1], sum(volume), sum(turnover) FROM minute_bars GROUP BY instrument, series, start / 3600000;
  INSERT INTO bars SELECT instrument, series, 1440, start / 86400000 * 86400000, min(start), (array_agg(open ORDER BY start))[1], max(high), min(low),
    (array_agg(close ORDER BY start DESC))[1], sum(volume), sum(turnover) FROM minute_bars GROUP BY instrument, series, start / 86400000;
  DROP TABLE minute_bars;
  `,
  `
  ALTER TABLE orders ADD COLUMN strategy text NOT NULL DEFAULT 'None';
  UPDATE orders SET strategy = record::json -> 'strategy' ->> 'kind' WHERE record::json -> 'strategy' ->> 'kind' IS NOT NULL;
  CREATE INDEX orders_of_strategies ON orders (account, strategy, created_at, order_id) WHERE strategy <> 'None';
  `,
  // Order kinds and statuses; without these indexes, a page of rare ones would scan all rows of an account.
  `
  CREATE INDEX orders_of_kind ON orders (account, kind, created_at, order_id);
  CREATE INDEX orders_of_status ON orders (account, status, created_at, order_id);
  CREATE INDEX executions_of_kind ON executions (account, kind, time, sequence, place) WHERE kind <> 'Trade';
  `,
  // Closed P&L has a row per closing order, not per fill. Records write an integer as {"$n":"123"}.
  `
  CREATE TABLE closings (
    close_id bigint PRIMARY KEY,
    account integer NOT NULL,
    instrument integer NOT NULL,
    position_index integer NOT NULL,
    side text NOT NULL,
    kind text NOT NULL,
    execution_id bigint NOT NULL,
    fills integer NOT NULL,
    size bigint NOT NULL,
    profit numeric NOT NULL,
    fee numeric NOT NULL,
    price_sum numeric NOT NULL,
    inverse_sum numeric NOT NULL,
    first_at bigint NOT NULL,
    time bigint NOT NULL,
    sequence bigint NOT NULL,
    place integer NOT NULL
  );
  CREATE INDEX closings_by_time ON closings (account, time, sequence, place);
  CREATE INDEX closings_of_instrument ON closings (account, instrument, time, sequence, place);
  CREATE INDEX closings_of_kind ON closings (account, kind, time, sequence, place) WHERE kind <> 'Trade';
  INSERT INTO closings
    SELECT close_id, min(account), min(instrument), min(position_index), min(side), min(kind), min(execution_id), count(*), sum(size),
      sum(profit), sum(fee), sum(price * size), sum(div(size * 10000000000000000000000000000000000000000::numeric, price)), min(time), max(time),
      (array_agg(sequence ORDER BY sequence DESC, place DESC))[1], (array_agg(place ORDER BY sequence DESC, place DESC))[1]
    FROM (
      SELECT account, instrument, side, kind, time, sequence, place,
        coalesce((record::json -> 'order' ->> 'orderId')::bigint, -(record::json ->> 'executionId')::bigint) AS close_id,
        (record::json ->> 'positionIndex')::integer AS position_index,
        (record::json ->> 'executionId')::bigint AS execution_id,
        (record::json ->> 'closedQuantity')::numeric AS size,
        (record::json -> 'closedPnl' ->> '$n')::numeric AS profit,
        (record::json -> 'fee' ->> '$n')::numeric AS fee,
        (record::json -> 'price' ->> '$n')::numeric AS price
      FROM executions WHERE closing
    ) AS fills GROUP BY close_id;
  DROP INDEX executions_closing;
  ALTER TABLE executions DROP COLUMN closing;
  `,
  // Rows closed before this keep 0: their entry follows from their profit.
  `
  ALTER TABLE closings ADD COLUMN entry_inverse_sum numeric NOT NULL DEFAULT 0;
  `,
  // Fundings and deliveries of the market, which belong to no account.
  `
  CREATE TABLE settlements (
    sequence bigint NOT NULL,
    place integer NOT NULL,
    time bigint NOT NULL,
    instrument integer NOT NULL,
    kind text NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (sequence, place)
  );
  CREATE INDEX settlements_by_time ON settlements (kind, time, sequence, place);
  CREATE INDEX settlements_of_instrument ON settlements (kind, instrument, time, sequence, place);
  `,
  // Orders by client order id, and the fills of one order.
  `
  ALTER TABLE orders ADD COLUMN client_id text NOT NULL DEFAULT '.';
  UPDATE orders SET client_id = record::json ->> 'clientOrderId' WHERE record::json ->> 'clientOrderId' <> '';
  CREATE INDEX orders_of_client ON orders (account, client_id) WHERE client_id <> '.';

  ALTER TABLE executions ADD COLUMN order_id bigint NOT NULL DEFAULT 0;
  UPDATE executions SET order_id = (record::json -> 'order' ->> 'orderId')::bigint WHERE record::json -> 'order' ->> 'orderId' IS NOT NULL;
  CREATE INDEX executions_of_order ON executions (order_id) WHERE order_id <> 0;
  `,
  // Orders with the API key that sent them.
  `
  ALTER TABLE orders ADD COLUMN api_key text NOT NULL DEFAULT '';
  `,
  // Open positions with the costs that their closes will be charged with. Those that are open now have unknown costs, and so do all closes
  // before now.
  `
  CREATE TABLE open_costs (
    account integer NOT NULL,
    instrument integer NOT NULL,
    position_index integer NOT NULL,
    size bigint NOT NULL,
    known boolean NOT NULL,
    fees numeric NOT NULL,
    funding numeric NOT NULL,
    settled numeric NOT NULL,
    PRIMARY KEY (account, instrument, position_index)
  );
  INSERT INTO open_costs
    SELECT account, instrument, position_index, sum(change), false, 0, 0, 0
    FROM (
      SELECT account, instrument, (record::json ->> 'positionIndex')::integer AS position_index,
        (record::json ->> 'quantity')::numeric - 2 * (record::json ->> 'closedQuantity')::numeric AS change
      FROM executions WHERE NOT kind IN ('Funding', 'SessionSettlement')
    ) AS fills GROUP BY account, instrument, position_index HAVING sum(change) > 0;
  ALTER TABLE closings ADD COLUMN open_fees numeric NOT NULL DEFAULT 0, ADD COLUMN close_fees numeric NOT NULL DEFAULT 0,
    ADD COLUMN funding numeric NOT NULL DEFAULT 0, ADD COLUMN settled numeric NOT NULL DEFAULT 0, ADD COLUMN known bigint NOT NULL DEFAULT 0;
  `,
];
