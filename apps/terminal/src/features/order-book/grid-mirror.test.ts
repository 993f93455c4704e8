import { expect, test } from 'vitest';
import { createBookRows, fillBookRows } from './book-rows.ts';
import { GridMirror } from './grid-mirror.ts';

const format = { price: String, lots: String };

function grid(levels: number[]) {
  const element = document.createElement('div');
  document.body.append(element);
  const mirror = new GridMirror(element);
  const rows = createBookRows(3);
  fillBookRows(rows, { levels, side: 'bid', group: 1, own: new Set([9]) });
  mirror.setRowCount(3, (row) => row * 20);
  mirror.write(rows, format, 'Your order');
  return { element, mirror };
}

test('rows carry price, quantity and total, and mark own orders', () => {
  const { element } = grid([10, 1, 9, 2]);
  expect([...element.children].map((row) => row.textContent)).toEqual(['1011', '923', '']);
  expect([...element.children].map((row) => row.getAttribute('aria-current'))).toEqual(['false', 'true', null]);
  expect([...element.children].map((row) => row.getAttribute('aria-description'))).toEqual([null, 'Your order', null]);
});

test('MKT-02 a held price that nobody quotes any more stands alone in its row', () => {
  const { element } = grid([10, 1, 9, 0, 8, 2]);
  expect([...element.children].map((row) => row.textContent)).toEqual(['1011', '9', '823']);
});

test('only rows whose cells changed are written', () => {
  const { element, mirror } = grid([10, 1, 9, 2]);
  const priced: number[] = [];
  const counting = { ...format, price: (ticks: number) => `${priced.push(ticks) && ticks}` };
  const rows = createBookRows(3);
  fillBookRows(rows, { levels: [10, 1, 9, 3, 8, 1], side: 'bid', group: 1, own: new Set([9]) });
  mirror.write(rows, counting, 'Your order');
  expect(priced).toEqual([9, 8]);
  expect([...element.children].map((row) => row.textContent)).toEqual(['1011', '934', '815']);
});

test('one row takes the focus; arrows move it between filled rows only', () => {
  const { element, mirror } = grid([10, 1, 9, 2]);
  const stops = () => [...element.children].map((row) => (row as HTMLElement).tabIndex);
  expect(stops()).toEqual([0, -1, -1]);
  mirror.move(1, 1);
  expect(mirror.focusedRow).toBe(1);
  expect(document.activeElement).toBe(element.children[1]);
  mirror.move(1, 1);
  expect(stops()).toEqual([-1, 0, -1]);
});

test('nothing of it is left behind', () => {
  const { element, mirror } = grid([10, 1]);
  mirror.destroy();
  expect(element.childElementCount).toBe(0);
});
