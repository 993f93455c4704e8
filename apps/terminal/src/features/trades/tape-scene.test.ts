import type { TapeTrade } from '@tapedeck/client';
import { expect, test, vi } from 'vitest';
import { priceOf } from '../../testing/records.ts';
import { nextFrame } from '../../testing/render.tsx';
import { TAPE_ROW, type TapeSetup } from './tape-messages.ts';
import { makeTapeScene } from './tape-scene.ts';

const SETUP: TapeSetup = {
  layout: { width: 300, ratio: 2, direction: 'ltr' },
  palette: {
    ...{ up: 'green', down: 'red', text: 'black', muted: 'grey', accent: 'orange', accentGround: 'pale orange' },
    ...{ font: '11px mono', markFont: '10px sans' },
  },
  terms: { locale: 'en', timeOffset: 0, priceDigits: 1, quantityDigits: 3, mark: 'Liq.' },
};
const trade = (id: number, more: Partial<TapeTrade> = {}): TapeTrade => ({
  ...{ id: String(id), time: id * 1_000, price: priceOf('100.5'), quantity: '0.5', side: 'Buy', liquidation: false },
  ...more,
});

function scene(setup: Partial<TapeSetup> = {}) {
  const written: { text: string; x: number; row: number; colour: string; align: string }[] = [];
  const moves: number[] = [];
  const context = {
    ...{ font: '', fillStyle: '', textAlign: 'left', textBaseline: '', globalCompositeOperation: '' },
    ...{ setTransform: vi.fn(), clearRect: vi.fn(), beginPath: vi.fn(), roundRect: vi.fn(), fill: vi.fn() },
    measureText: () => ({ width: 30, fontBoundingBoxAscent: 11.7, fontBoundingBoxDescent: 3.4 }),
    drawImage: (_canvas: unknown, _x: number, y: number) => void moves.push(y),
    fillText(text: string, x: number, y: number) {
      written.push({ text, x, row: Math.floor(y / TAPE_ROW), colour: this.fillStyle, align: this.textAlign });
    },
  };
  const canvas = document.createElement('canvas');
  vi.spyOn(canvas, 'getContext').mockReturnValue(context as unknown as null);
  const tape = { trades: [] as readonly TapeTrade[], tell: (): void => undefined };
  const subscribe = (listener: () => void) => {
    tape.tell = listener;
    return () => undefined;
  };
  const book = { bids: [], asks: [], isWhole: false, subscribe };
  const source = {
    get trades() {
      return tape.trades;
    },
    subscribe,
  };
  const made = makeTapeScene({ canvas, market: { book, tape: source }, onNews: vi.fn() });
  made.tell({ type: 'set', setup: { ...SETUP, ...setup } });
  const show = async (...trades: TapeTrade[]) => {
    written.length = 0;
    moves.length = 0;
    tape.trades = trades;
    tape.tell();
    await nextFrame();
  };
  return { canvas, context, written, moves, made, show };
}

test('MKT-03 each trade has its price in the colour of its side, its quantity and its time', async () => {
  const { written, show } = scene();
  await show(trade(2, { side: 'Sell' }), trade(1));
  expect(written.map(({ text, row, colour }) => [text, row, colour])).toEqual([
    ...[
      ['100.5', 0, 'red'],
      ['0.500', 0, 'black'],
      ['00:00:02', 0, 'grey'],
    ],
    ...[
      ['100.5', 1, 'green'],
      ['0.500', 1, 'black'],
      ['00:00:01', 1, 'grey'],
    ],
  ]);
});

test('MKT-03 new trades move the painted ones down, and nothing else is painted again', async () => {
  const { written, moves, show } = scene();
  await show(trade(1));
  await show(trade(3), trade(2), trade(1));
  expect(moves).toEqual([2 * TAPE_ROW * 2]);
  expect(written.filter(({ row }) => row > 1)).toEqual([]);
  expect(written).toHaveLength(6);
  await show(trade(3), trade(2), trade(1));
  expect([moves, written]).toEqual([[], []]);
});

test('MKT-03 other trades, another look and rows within a pixel of the screen are painted whole', async () => {
  const { written, moves, made, show } = scene();
  await show(trade(2), trade(1));
  await show(trade(9), trade(8));
  expect([moves.length, written.length]).toEqual([0, 6]);
  written.length = 0;
  made.tell({ type: 'set', setup: { palette: { ...SETUP.palette, up: 'blue' } } });
  expect(written.map(({ colour }) => colour)).toContain('blue');
  const zoomed = scene({ layout: { width: 300, ratio: 1.33, direction: 'ltr' } });
  await zoomed.show(trade(1));
  await zoomed.show(trade(2), trade(1));
  expect([zoomed.moves.length, zoomed.written.length]).toEqual([0, 6]);
});

test('MKT-03 SIM-07 a liquidation has its mark before its quantity', async () => {
  const { context, written, show } = scene();
  await show(trade(2, { liquidation: true }), trade(1));
  expect(context.roundRect).toHaveBeenCalledTimes(1);
  const [mark] = written.filter(({ text }) => text === 'Liq.');
  expect(mark).toMatchObject({ row: 0, colour: 'orange', x: 200 - 30 - 6 - 4, align: 'right' });
});

test('MKT-03 from right to left, prices stand at the right edge', async () => {
  const { written, show } = scene({ layout: { width: 300, ratio: 1, direction: 'rtl' } });
  await show(trade(1));
  expect(written.map(({ x, align }) => [x, align])).toEqual([
    [288, 'right'],
    [100, 'left'],
    [12, 'left'],
  ]);
});

test('MKT-08 the canvas is as large as its rows in pixels of the screen', () => {
  const { canvas } = scene();
  expect([canvas.width, canvas.height]).toEqual([600, 60 * TAPE_ROW * 2]);
});
