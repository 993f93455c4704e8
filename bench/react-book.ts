/** Rows of the list, half of them a side. */
export const REACT_ROWS = 100;

/**
 * A book as a plain React list: each message is read, merged, sorted and rendered. It opens the same socket as the terminal, so that the
 * same tap feeds it.
 */
export const REACT_BOOK = `
import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const SIDE = ${REACT_ROWS / 2};
const priceText = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const lotText = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

function merged(side, changes, direction) {
  const levels = new Map(side);
  for (const [price, quantity] of changes) {
    if (Number(quantity) === 0) levels.delete(Number(price));
    else levels.set(Number(price), Number(quantity));
  }
  return [...levels].sort(([a], [b]) => direction * (a - b)).slice(0, 200);
}

function withTotals(side) {
  let total = 0;
  return side.slice(0, SIDE).map(([price, quantity]) => ({ price, quantity, total: (total += quantity) }));
}

function Row({ price, quantity, total, most, side }) {
  return h('div', { className: 'row ' + side }, [
    h('i', { key: 'bar', style: { width: (total / most) * 100 + '%' } }),
    h('span', { key: 'price' }, priceText.format(price)),
    h('span', { key: 'quantity' }, lotText.format(quantity)),
    h('span', { key: 'total' }, lotText.format(total)),
  ]);
}

function Book() {
  const [book, setBook] = useState({ bids: [], asks: [] });
  useEffect(() => {
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/realtime');
    socket.addEventListener('message', ({ data }) => {
      const { type, data: { b, a } } = JSON.parse(data);
      setBook((before) => {
        const from = type === 'snapshot' ? { bids: [], asks: [] } : before;
        return { bids: merged(from.bids, b, -1), asks: merged(from.asks, a, 1) };
      });
    });
  }, []);
  const [asks, bids] = [withTotals(book.asks), withTotals(book.bids)];
  const most = Math.max(1, asks.at(-1)?.total ?? 0, bids.at(-1)?.total ?? 0);
  const list = (rows, side) => rows.map((row) => h(Row, { key: side + row.price, ...row, most, side }));
  return h('div', null, [h('div', { key: 'asks' }, list(asks, 'ask')), h('div', { key: 'bids' }, list(bids, 'bid'))]);
}

const style = document.head.appendChild(document.createElement('style'));
style.textContent = \`
  .row { position: relative; display: flex; justify-content: space-between; width: 284px; height: 20px; font: 11.5px monospace }
  .row i { position: absolute; right: 0; top: 1px; bottom: 1px; opacity: 0.2 }
  .ask i { background: red } .bid i { background: green }
\`;
createRoot(document.getElementById('root')).render(h(Book));
`;
