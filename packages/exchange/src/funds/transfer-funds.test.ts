import { money, type Event } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { SpotBench, decimal } from '../testing/spot-fixture.ts';

const [UNIFIED, REGULAR, DEALER] = [100, 101, 102] as const;

function open(): SpotBench {
  const bench = new SpotBench();
  bench.apply({ type: 'OpenAccount', account: UNIFIED, kind: 'UTA2' });
  bench.apply({ type: 'OpenAccount', account: REGULAR, kind: 'regular' });
  bench.apply({ type: 'OpenAccount', account: DEALER, kind: 'UTA2' });
  bench.credit(UNIFIED, 'USDT', '1000');
  bench.credit(DEALER, 'USDT', '1000000');
  bench.exchange.events.length = 0;
  return bench;
}

const transfer = (bench: SpotBench, amount: string, more: object = {}) =>
  bench.apply({ type: 'TransferFunds', account: UNIFIED, to: REGULAR, coin: 'USDT', amount: money(decimal(amount)), ...more });

const lines = (events: readonly Event[]): unknown[] =>
  events.flatMap((event) => (event.type === 'CashChanged' ? [[event.account, event.kind, event.amount, event.cash, event.otherKind]] : []));

describe('transfers between accounts', () => {
  it('ACC-03 what one account has more the other has less, with a line for each that names the other kind', () => {
    const bench = open();
    expect(transfer(bench, '400').refusal).toBeUndefined();
    expect([bench.cash(UNIFIED, 'USDT'), bench.cash(REGULAR, 'USDT')]).toEqual(['600', '400']);
    const [all, rest] = [money(decimal('400')), money(decimal('600'))];
    expect(lines(bench.exchange.events)).toEqual([
      [UNIFIED, 'transfer', money(-decimal('400')), rest, 'regular'],
      [REGULAR, 'transfer', all, all, 'UTA2'],
    ]);
    transfer(bench, '400', { account: REGULAR, to: UNIFIED });
    expect([bench.cash(UNIFIED, 'USDT'), bench.cash(REGULAR, 'USDT')]).toEqual(['1000', '0']);
  });

  it('ACC-03 what margin needs stays, and what is moved can be traded with', () => {
    const bench = open();
    bench.order(DEALER, 'Sell', 0.1, 50_000);
    bench.order(UNIFIED, 'Buy', 0.1, 50_000);
    const refused = transfer(bench, '600').refusal;
    expect(refused?.reason).toBe('walletTooSmall');
    const free = String(refused?.details?.['available']);
    expect(Number(free)).toBeGreaterThan(400);
    expect(Number(free)).toBeLessThan(500);
    expect(transfer(bench, free)).toEqual({});
    expect(transfer(bench, '0.00000001').refusal?.reason).toBe('walletTooSmall');
    bench.order(DEALER, 'Buy', 0.01, 49_000);
    expect(bench.order(REGULAR, 'Sell', 0.01, 49_000).refusal).toBeUndefined();
  });

  it('ACC-03 not to oneself, to the house, to nobody, of nothing, of no coin; a refusal changes nothing', () => {
    const bench = open();
    const before = bench.exchange.write();
    const reasons = [{ to: UNIFIED }, { to: 1 }, { to: 999 }, { amount: money(0n) }, { amount: money(-5n) }, { coin: 'NOPE' }].map(
      (more) => transfer(bench, '1', more).refusal?.reason,
    );
    expect(reasons).toEqual(['accountUnknown', 'accountUnknown', 'accountUnknown', 'parameter', 'parameter', 'parameter']);
    expect(bench.exchange.write()).toEqual(before);
  });

  it('N1 a transfer with an id is made once, also after a restart', () => {
    const bench = open();
    transfer(bench, '10', { requestId: 't' });
    bench.reread();
    expect(transfer(bench, '10', { requestId: 't' })).toEqual({});
    expect(bench.cash(REGULAR, 'USDT')).toBe('10');
    expect(transfer(bench, '11', { requestId: 't' }).refusal?.reason).toBe('duplicateRequest');
  });
});
