/**
 * The history's schema, step by step; a step that was released is never changed, a change is a new step. Records are kept whole
 * as JSON (integers beyond 2^53 as text), beside them the columns that are searched by.
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
];
