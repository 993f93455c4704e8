import { beforeEach, describe, expect, it } from 'vitest';
import { POSITION_FIELDS } from '@tapedeck/protocol';
import { BTC } from '../testing/instruments.ts';
import { FakeDesk, orderItem, positionItem } from '../testing/fake-desk.ts';
import { FakePorts } from '../testing/fake-ports.ts';
import { createAccount } from './account.ts';
import { createTerminalClient } from './create-terminal-client.ts';
import type { TerminalClient } from './terminal-client.ts';

let ports: FakePorts;
let desk: FakeDesk;
let client: TerminalClient;

beforeEach(async () => {
  ports = new FakePorts();
  desk = new FakeDesk(ports);
  client = createTerminalClient(ports, { origin: '', socketOrigin: 'ws://desk', language: () => 'en', account: createAccount });
  client.start();
  await ports.advance(0);
});

const symbols = (empty: boolean) => client.positions.list({ empty }).map(({ symbol, positionIdx, size }) => [symbol, positionIdx, size]);
const waiting = (id: number, stopOrderType: 'StopLoss' | 'PartialTakeProfit', triggerPrice: string) => {
  const stop = { stopOrderType, triggerPrice, triggerBy: 'MarkPrice', triggerDirection: 1, closeOnTrigger: true } as const;
  return orderItem(id, {
    ...{ side: 'Sell', orderType: 'Market', price: '', qty: '0.2', orderStatus: 'Untriggered' },
    stop: { ...stop, wholePosition: stopOrderType === 'StopLoss', parentOrderId: stopOrderType === 'StopLoss' ? '0' : '5' },
  });
};

describe('POS-01 the positions of the account', () => {
  it('POS-01 only those with a size above 0 are kept, unless empty ones are requested', async () => {
    desk.setPosition(positionItem({ side: 'Buy', size: '0.5' }));
    desk.setPosition(positionItem({ symbol: 'ETHUSDT', side: 'Sell', size: '2' }));
    expect(symbols(false)).toEqual([
      ['BTCUSDT', '0', '0.5'],
      ['ETHUSDT', '0', '2'],
    ]);
    desk.setPosition(positionItem({ symbol: 'ETHUSDT', side: 'Sell', size: '0', cumRealisedPnl: '7.5' }));
    await ports.advance(0);
    expect(symbols(false)).toEqual([['BTCUSDT', '0', '0.5']]);
    expect(client.positions.list()).toHaveLength(1);
    expect(symbols(true)).toEqual([
      ['BTCUSDT', '0', '0.5'],
      ['ETHUSDT', '0', '0'],
    ]);
    expect(client.positions.empty.get().map(({ key }) => key)).toEqual(['ETHUSDT:0']);
    expect(client.positions.list({ empty: true })[1]).toMatchObject({
      side: '',
      cumRealisedPnl: '7.5',
      entryPrice: '',
      liqPrice: '',
      positionIM: '0',
    });
    // In hedge mode an instrument with stored settings has two empty positions, each with its own leverage.
    desk.setPosition(positionItem({ size: '0' }));
    desk.tell('user.settings', [
      { symbol: 'ETHUSDT', marginMode: 'isolated', mode: 'BothSide', buyLeverageE2: '1200', sellLeverageE2: '800' },
    ]);
    expect(symbols(false)).toEqual([]);
    expect(client.positions.list({ empty: true }).filter(({ mode }) => mode === 'BothSide')).toMatchObject([
      { symbol: 'ETHUSDT', positionIdx: '0' },
      { symbol: 'ETHUSDT', positionIdx: '1', leverage: '12', isIsolated: 'true' },
      { symbol: 'ETHUSDT', positionIdx: '2', leverage: '8', isIsolated: 'true' },
    ]);
    desk.setPosition(positionItem({ symbol: 'ETHUSDT', size: '1' }));
    expect(symbols(false)).toEqual([['ETHUSDT', '0', '1']]);
  });

  it('POS-01 every field of the specification is carried, by the functions that the exchange works with', async () => {
    desk.setPosition(
      positionItem({
        side: 'Buy',
        size: '0.5',
        isIsolated: true,
        positionBalance: '2512.375',
        positionFundingFee: '-1.25',
        adlRankIndicator: 2,
      }),
    );
    desk.setOrder(waiting(7, 'StopLoss', '49000.0'));
    desk.setOrder(waiting(8, 'PartialTakeProfit', '52000.0'));
    await ports.advance(0);
    desk.tick(BTC, '51000.0');
    const [position] = client.positions.list();
    expect(Object.keys(position ?? {}).sort()).toEqual([...POSITION_FIELDS, 'partialTpslList', 'fullTpsl'].sort());
    expect(position).toMatchObject({
      ...{ symbol: 'BTCUSDT', side: 'Buy', size: '0.5', leverage: '10', mode: 'MergedSingle', isIsolated: 'true', positionIdx: '0' },
      // 25,000 ÷ 0.5; at 51,000 the value is 25,500 and the profit 500.
      ...{ entryPrice: '50000.0', sessionAvgPrice: '', markPrice: '51000.0', positionValue: '25500', positionUPL: '500' },
      ...{ positionBalance: '2512.375', tradePnl: '0', positionFundingFee: '-1.25', positionRPL: '-13.75', cumRealisedPnl: '-13.75' },
      ...{ stopLoss: '49000.0', slTriggerBy: 'MarkPrice', takeProfit: '', tpSlMode: 'Full', tpOrderNum: '1', slOrderNum: '1' },
      ...{
        tpFreeSize: '0.3',
        slFreeSize: '0.5',
        isAutoAddMargin: 'false',
        adlRankIndicator: '2',
        riskId: '1',
        marketsType: 'usdtPerpetual',
      },
      ...{ delta: '', strikePrice: '', deliveryTime: '', term: '', trailingStop: '', activationPrice: '' },
      partialTpslList: [{ takeProfit: '52000.0', stopLoss: '', limitTakeProfit: '', qty: '0.2', tpTriggerBy: 'MarkPrice', orderId: '8' }],
      fullTpsl: { stopLoss: '49000.0', takeProfit: '', qty: '0.5' },
    });
    for (const field of [
      'liqPrice',
      'liqPriceByMp',
      'bustPrice',
      'breakevenPrice',
      'positionIM',
      'positionMM',
      'ROI',
      'lastPrice',
    ] as const) {
      expect(Number(position?.[field]), field).toBeGreaterThan(0);
    }
    // Bankruptcy lies beyond liquidation, and a margin in USDT equals its value in USD.
    expect(Number(position?.bustPrice)).toBeLessThan(Number(position?.liqPrice));
    expect(position?.positionIMUsd).toBe(position?.positionIM);
    expect(position?.positionMMByMp).toBe(position?.positionMM);
    // The smallest order, 0.001 BTC at 51,000, at 10x: a tenth of its value and the fees that are held with it.
    expect(Number(position?.minPositionCost)).toBeGreaterThan(5.1);
    expect(Number(position?.minPositionCost)).toBeLessThan(5.2);
    expect(Number(position?.bv2c)).toBeGreaterThan(0.1);
    expect(Number(position?.sv2c)).toBeGreaterThan(0.1);
  });
});
