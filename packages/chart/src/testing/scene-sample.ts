import { newDocument } from '../frame/document/chart-document.ts';
import { BarStore } from '../frame/model/bar-store.ts';
import { PriceScale } from '../frame/model/price-scale.ts';
import { TimeScale } from '../frame/model/time-scale.ts';
import { createZone } from '../frame/model/zone.ts';
import { PriceWriter } from '../frame/render/price-writer.ts';
import type { Scene } from '../frame/render/scene.ts';

const MINUTE = 60_000;

/** 200 bars of a minute that rise from 100 to 200, ten pixels apart. */
export function sceneSample(): Scene {
  const bars = new BarStore();
  bars.replace(
    Array.from({ length: 200 }, (_, index) => {
      const close = 100 + index / 2;
      return { time: index * MINUTE, open: close - 0.2, high: close + 1, low: close - 1, close, volume: 10 + (index % 7) };
    }),
  );
  const time = new TimeScale();
  time.setWidth(800);
  time.reset(200);
  const price = new PriceScale();
  price.place(0, 400, { above: 0, below: 0 });
  price.fit(150, 210);
  const tones = { first: '#111111', second: '#222222', third: '#333333', fourth: '#444444', up: '#00aa00', down: '#aa0000' };
  const words = { background: '#000000', raised: '#111111', line: '#222222', text: '#ffffff', textMuted: '#999999', textDim: '#666666' };
  return {
    bars,
    resolution: '1',
    document: newDocument('Etc/UTC'),
    palette: { ...words, up: '#00aa00', down: '#aa0000', accent: '#ffaa00', font: 'sans-serif', mono: 'monospace', tones },
    zone: createZone('Etc/UTC'),
    time,
    price,
    writer: new PriceWriter('en', 2),
    span: bars.span(0, 200),
    studies: [],
    panes: [],
    compares: [],
    locale: 'en',
    ratio: 1,
    width: 800,
    height: 400,
    bottom: 400,
    axisWidth: 60,
    legend: { width: 0, height: 0 },
  };
}
