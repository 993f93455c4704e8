import { describe, expect, it } from 'vitest';
import type { ChartBar, ChartMark } from '../../bridge/messages.ts';
import type { KeptView } from '../engine/viewport.ts';
import { setupSample } from '../../testing/samples.ts';
import { ReplayGate } from './replay-gate.ts';

const MINUTE = 60_000;
const bar = (minute: number, close = minute): ChartBar => ({
  time: minute * MINUTE,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
});
const bars = (from: number, to: number): readonly ChartBar[] => Array.from({ length: to - from + 1 }, (_, index) => bar(from + index));
const mark = (minute: number): ChartMark => ({
  id: String(minute),
  kind: 'execution',
  time: minute * MINUTE,
  text: '',
  side: 'Buy',
  details: [],
});
const { symbol } = setupSample();

const RESET: KeptView = { spacing: 8, beyond: 6, edge: 0, range: undefined, prices: undefined };
/** The view before a replay, zoomed and scrolled by hand. */
const VIEW: KeptView = { spacing: 3, beyond: undefined, edge: 120 * MINUTE, range: undefined, prices: { low: 1, high: 9 } };

/** A gate, and the bars and marks that it lets onto the chart. */
function chart() {
  const on = {
    bars: [] as readonly ChartBar[],
    marks: [] as readonly ChartMark[],
    listed: [] as readonly ChartMark[],
    view: VIEW,
    interruptions: 0,
    answers: [] as boolean[],
  };
  const gate = new ReplayGate(
    () => ({
      setBars: (_symbol, _resolution, page) => void (on.bars = page.bars),
      addOlder: (page) => void (on.bars = [...page.bars, ...on.bars]),
      update: (next) => void (on.bars = [...on.bars.filter(({ time }) => time < next.time), next]),
      setMarks: (marks) => void (on.marks = marks),
      last: () => {
        const last = on.bars.at(-1);
        return last && { bar: last, previousClose: undefined };
      },
      view: {
        allBars: () => on.bars,
        reset: () => void (on.view = RESET),
        keep: () => on.view,
        restore: (kept) => void (on.view = kept),
      },
    }),
    {
      interrupted: () => void (on.interruptions += 1),
      answered: (isFailed) => void on.answers.push(isFailed),
      marked: (marks) => void (on.listed = marks),
    },
  );
  gate.setBars(symbol, '1', { bars: bars(100, 200), more: true });
  const minutes = (): readonly [number, number] => [(on.bars[0]?.time ?? 0) / MINUTE, (on.bars.at(-1)?.time ?? 0) / MINUTE];
  return { on, gate, minutes };
}

describe('a replay', () => {
  it('CHT-09 shows the bars up to its start, then one by one, and everything again at its end', () => {
    const { on, gate, minutes } = chart();
    gate.start(150 * MINUTE + 30_000, on.view);
    expect(minutes()).toEqual([100, 150]);
    gate.step();
    gate.step();
    expect(minutes()).toEqual([100, 152]);
    expect(on.bars).toHaveLength(53);
    gate.leave();
    expect(on.bars).toEqual(bars(100, 200));
    expect(gate.isReplaying).toBe(false);
  });

  it('CHT-09 shows at least one bar, and stops at the newest one', () => {
    const { on, gate, minutes } = chart();
    gate.start(0, on.view);
    expect(minutes()).toEqual([100, 100]);
    gate.start(199 * MINUTE, on.view);
    expect(gate.isAtEnd).toBe(false);
    gate.step();
    expect(gate.isAtEnd).toBe(true);
    gate.step();
    expect(minutes()).toEqual([100, 200]);
  });

  it('CHT-09 keeps live bars back, and has them when it ends', () => {
    const { on, gate, minutes } = chart();
    gate.start(150 * MINUTE, on.view);
    gate.update(bar(200, 7));
    gate.update(bar(201, 8));
    expect(minutes()).toEqual([100, 150]);
    expect(gate.newestPrice).toBe(8);
    gate.leave();
    expect(on.bars).toEqual([...bars(100, 199), bar(200, 7), bar(201, 8)]);
    gate.update(bar(202));
    expect(minutes()).toEqual([100, 202]);
  });

  it('CHT-09 takes older bars, once each, and bars that the feed sends anew', () => {
    const { on, gate, minutes } = chart();
    gate.start(150 * MINUTE, on.view);
    gate.addOlder({ bars: bars(50, 110), more: true });
    expect(minutes()).toEqual([50, 150]);
    expect(on.bars).toHaveLength(101);
    gate.setBars(symbol, '1', { bars: bars(140, 230), more: true });
    expect(minutes()).toEqual([50, 150]);
    gate.step();
    expect(minutes()).toEqual([50, 151]);
    gate.leave();
    expect(on.bars).toEqual(bars(50, 230));
  });

  it('CHT-09 shows executions when their bar is there, and all of them at its end', () => {
    const { on, gate } = chart();
    const all = [mark(149), mark(151.5), mark(180)];
    gate.setMarks(all);
    gate.start(150 * MINUTE, on.view);
    expect(on.marks).toEqual([all[0]]);
    expect(on.listed, 'the table of executions').toEqual([all[0]]);
    gate.step();
    expect(on.marks).toEqual(all.slice(0, 2));
    gate.setMarks([...all, mark(190)]);
    expect(on.marks).toEqual(all.slice(0, 2));
    gate.leave();
    expect(on.marks).toHaveLength(4);
    expect(on.listed).toHaveLength(4);
  });

  it('CHT-09 forgets the executions of another symbol at once', () => {
    const { on, gate } = chart();
    gate.setMarks([mark(149)]);
    gate.setBars({ ...symbol, ticker: 'OTHER' }, '1', { bars: bars(100, 200), more: true });
    expect(on.listed).toEqual([]);
  });

  it('CHT-09 comes back to the view that it began with, also after another start', () => {
    const { on, gate } = chart();
    gate.start(150 * MINUTE, on.view);
    expect(on.view).toBe(RESET);
    gate.start(170 * MINUTE, on.view);
    gate.leave();
    expect(on.view).toBe(VIEW);
  });

  it('CHT-09 knows how far back its bars reach, and whether the feed has older ones', () => {
    const { on, gate } = chart();
    expect([gate.reaches(100 * MINUTE), gate.reaches(99 * MINUTE)]).toEqual([true, false]);
    gate.addOlder({ bars: [], more: true });
    gate.addOlder({ bars: bars(50, 99), more: true });
    expect([gate.reaches(50 * MINUTE), gate.reaches(49 * MINUTE)]).toEqual([true, false]);
    gate.addOlder({ bars: bars(40, 49), more: false });
    expect(gate.reaches(0)).toBe(true);
    expect(on.answers, 'the empty page with more behind it failed').toEqual([false, true, false, false]);
  });

  it('CHT-09 ends when other bars are on the chart: another interval, or bars after a hole', () => {
    for (const [resolution, page] of [
      ['5', bars(100, 200)],
      ['1', bars(300, 400)],
    ] as const) {
      const { on, gate } = chart();
      gate.start(150 * MINUTE, on.view);
      gate.setBars(symbol, resolution, { bars: page, more: true });
      expect(on.bars).toEqual(page);
      expect([gate.isReplaying, on.interruptions]).toEqual([false, 1]);
    }
  });
});
