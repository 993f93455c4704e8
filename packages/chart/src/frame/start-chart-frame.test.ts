// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChartBar, FrameMessage, HostMessage } from '../bridge/messages.ts';
import { enclose } from '../bridge/validate.ts';
import { setupSample, textsSample } from '../testing/samples.ts';
import type { ChartDocument } from './document/chart-document.ts';
import type { BarPage, ChartEngine, ChartEngineEvents } from './engine/chart-engine.ts';
import { startChartFrame } from './start-chart-frame.ts';

const MINUTE = 60_000;
const bar = (index: number, close = 2): ChartBar => ({
  time: index * 30 * MINUTE,
  open: 2,
  high: Math.max(2, close),
  low: Math.min(2, close),
  close,
  volume: 1,
});

/** An engine that records its calls. */
class FakeEngine implements ChartEngine {
  bars: ChartBar[] = [];
  more = false;
  shown: string[] = [];
  updates: ChartBar[] = [];
  lines: string[] = [];
  marks: string[] = [];
  palettes = 0;
  destroyed = false;
  constructor(readonly events: ChartEngineEvents) {}
  setBars: ChartEngine['setBars'] = (symbol, resolution, page) => {
    this.shown.push(`${symbol.ticker} ${resolution}`);
    this.bars = [...page.bars];
    this.more = page.more;
  };
  addOlder = (page: BarPage): void => {
    this.bars = [...page.bars, ...this.bars];
    this.more = page.more;
  };
  update = (next: ChartBar): void => {
    this.updates.push(next);
    if (this.bars.at(-1)?.time === next.time) this.bars.pop();
    this.bars.push(next);
  };
  last: ChartEngine['last'] = () => {
    const last = this.bars.at(-1);
    return last === undefined ? undefined : { bar: last, previousClose: this.bars.at(-2)?.close };
  };
  setLines: ChartEngine['setLines'] = (lines) => void (this.lines = lines.map((line) => line.id));
  setMarks: ChartEngine['setMarks'] = (marks) => void (this.marks = marks.map((mark) => mark.id));
  compared: string[] = [];
  compare: ChartEngine['compare'] = {
    replace: (id, bars) => void this.compared.push(`${id} ${bars.length}`),
    prepend: () => undefined,
    update: () => undefined,
  };
  figured: string[] = [];
  figures: ChartEngine['figures'] = {
    replace: (series, bars) => void this.figured.push(`${series} ${bars.map(({ close }) => close).join(' ')}`.trim()),
    prepend: () => undefined,
    update: () => undefined,
  };
  drawings: ChartEngine['drawings'] = {
    tool: undefined,
    selected: undefined,
    hasCopy: false,
    placeAt: () => undefined,
    take: () => undefined,
    select: () => undefined,
    cancel: () => false,
    remove: () => undefined,
    copy: () => undefined,
    paste: () => undefined,
    nudge: () => false,
    placeAtCursor: () => false,
  };
  panes: ChartEngine['panes'] = { boxes: () => [], preview: () => undefined };
  picture = (): HTMLCanvasElement => document.createElement('canvas');
  setPalette = (): void => void (this.palettes += 1);
  documents: ChartDocument[] = [];
  setDocument = (document: ChartDocument): void => void this.documents.push(document);
  autos: boolean[] = [];
  since: number[] = [];
  view: ChartEngine['view'] = {
    bars: () => this.bars,
    allBars: () => this.bars,
    timeAt: () => undefined,
    readings: () => [],
    isAuto: () => this.autos.at(-1) ?? true,
    setAuto: (isAuto) => void this.autos.push(isAuto),
    scrollBars: () => undefined,
    zoom: () => undefined,
    reset: () => undefined,
    keep: () => ({ spacing: 8, beyond: 0, edge: 0, range: undefined, prices: undefined }),
    restore: () => undefined,
    showRange: (from) => void this.since.push(from),
    moveCursor: () => this.last(),
    openMenu: () => undefined,
    leave: () => undefined,
    end: () => undefined,
  };
  moves: string[] = [];
  trading: ChartEngine['trading'] = {
    step: (lineId, steps) => void this.moves.push(`${lineId} ${steps}`),
    pin: (lineId) => void this.moves.push(`pin ${lineId}`),
    write: (price) => String(price),
    scale: () => ({ step: 1, height: 100, width: 100, yOf: (price) => 100 - price, priceAt: (y) => 100 - y }),
    drop: () => void this.moves.push('drop'),
    cancel: () => void this.moves.push('cancel'),
    ended: (drag) => void this.moves.push(`ended ${drag}`),
  };
  setLocale = (): void => undefined;
  sizes: (number | 'fitted')[] = [];
  resize = (): void => void this.sizes.push('fitted');
  keepClear = ({ height }: { readonly height: number }): void => void this.sizes.push(height);
  destroy = (): void => void (this.destroyed = true);
}

function start() {
  const sent: FrameMessage[] = [];
  const parent = { postMessage: (data: { message: FrameMessage }) => void sent.push(data.message) };
  const frames: (() => void)[] = [];
  const engines: FakeEngine[] = [];
  const view = new Proxy(window, {
    get: (target, key) => {
      if (key === 'parent') return parent;
      if (key === 'requestAnimationFrame') return (run: () => void) => frames.push(run);
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const stop = startChartFrame(view, (_container, _palette, events) => {
    const engine = new FakeEngine(events);
    engines.push(engine);
    return engine;
  });
  const say = (message: HostMessage, source: unknown = parent): void => {
    window.dispatchEvent(new MessageEvent('message', { data: enclose(message), source: source as Window, origin: window.location.origin }));
  };
  const asked = <K extends FrameMessage['kind']>(kind: K): Extract<FrameMessage, { kind: K }>[] =>
    sent.filter((message): message is Extract<FrameMessage, { kind: K }> => message.kind === kind);
  const subscription = (): number => asked('subscribe').at(-1)?.subscription ?? -1;
  const answer = async (bars: readonly ChartBar[], complete = false): Promise<void> => {
    say({ kind: 'history', request: asked('historyRequest').at(-1)?.request ?? -1, bars, complete });
    await Promise.resolve();
    await Promise.resolve();
  };
  const paint = (): void => {
    for (const run of frames.splice(0)) run();
  };
  const engine = (): FakeEngine => {
    const last = engines.at(-1);
    if (last === undefined) throw new Error('No engine yet');
    return last;
  };
  return { stop, say, sent, asked, subscription, answer, paint, engine, engines, frames };
}

const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
const state = (): string | undefined => document.querySelector<HTMLElement>('main')?.dataset['state'];

describe('the chart frame', () => {
  let frame: ReturnType<typeof start>;
  afterEach(() => frame.stop());

  it('prices keep clear of the legend, however many lines it takes', () => {
    const observed = new Map<Element, () => void>();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly #tell: () => void;
        constructor(tell: () => void) {
          this.#tell = tell;
        }
        observe = (target: Element): void => void observed.set(target, this.#tell);
        disconnect = (): void => undefined;
      },
    );
    const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(18);
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    const changes = (selector: string): void => {
      const target = document.querySelector(selector);
      if (target !== null) observed.get(target)?.();
      frame.paint();
    };
    changes('.chart-canvas');
    expect(frame.engine().sizes).toEqual(['fitted', 18]);
    height.mockReturnValue(54);
    changes('.chart-legend');
    expect(frame.engine().sizes).toEqual(['fitted', 18, 54]);
  });

  it('says that it is loaded, and that it is ready once it was told what to show', () => {
    frame = start();
    expect(frame.sent).toEqual([{ kind: 'loaded' }]);
    frame.say({ kind: 'init', setup: setupSample() });
    expect(frame.sent.at(-1)).toEqual({ kind: 'ready' });
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(document.documentElement.lang).toBe('en');
    expect(frame.engine().lines).toEqual(['position:BTCUSDT:0']);
  });

  it('shows loading, then the bars with the newest values', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    expect(state()).toBe('loading');
    expect(text('.chart-message')).toBe('Loading');
    await frame.answer([bar(1), bar(2, 4)]);
    expect(state()).toBe('shown');
    expect(frame.engine().shown).toEqual(['BTCUSDT 30']);
    expect(text('[data-field=close]')).toBe('4.0');
    expect(text('[data-field=change]')).toBe('+100.00%');
  });

  it('coalesces the forming bar to one push per painted frame', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    await frame.answer([bar(1)]);
    frame.paint();
    for (let close = 1; close <= 50; close += 1) frame.say({ kind: 'bar', subscription: frame.subscription(), bar: bar(1, close) });
    expect(frame.frames).toHaveLength(1);
    expect(frame.engine().updates).toEqual([]);
    frame.paint();
    expect(frame.engine().updates).toEqual([bar(1, 50)]);
    frame.say({ kind: 'bar', subscription: frame.subscription(), bar: bar(1, 7) });
    frame.say({ kind: 'bar', subscription: frame.subscription(), bar: bar(2, 8) });
    frame.paint();
    expect(frame.engine().updates.slice(1)).toEqual([bar(1, 7), bar(2, 8)]);
  });

  it('loses no bar that arrives before history', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    frame.say({ kind: 'bar', subscription: frame.subscription(), bar: bar(3, 9) });
    frame.paint();
    expect(frame.engine().updates).toEqual([]);
    await frame.answer([bar(1), bar(2)]);
    frame.paint();
    expect(frame.engine().bars.map(({ time }) => time)).toEqual([bar(1).time, bar(2).time, bar(3).time]);
  });

  it('asks for history again when bars are missing, once per hole', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    await frame.answer([bar(1)]);
    const skip = (): void => {
      frame.say({ kind: 'bar', subscription: frame.subscription(), bar: bar(5) });
      frame.paint();
    };
    skip();
    expect(frame.asked('historyRequest')).toHaveLength(2);
    await frame.answer([bar(1)]);
    skip();
    expect(frame.asked('historyRequest')).toHaveLength(2);
    expect(frame.engine().updates).toEqual([bar(5)]);
  });

  it('asks for history again when the page says that it changed, and keeps the candles meanwhile', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    await frame.answer([bar(1)]);
    frame.say({ kind: 'historyChanged', subscription: frame.subscription() });
    expect(state()).toBe('shown');
    await frame.answer([bar(1), bar(2)]);
    expect(frame.engine().bars).toHaveLength(2);
  });

  it('brings older bars when the engine wants them, and no others', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    await frame.answer([bar(5), bar(6)]);
    frame.engine().events.olderWanted(bar(5).time, bar(5).time);
    expect(frame.asked('historyRequest').at(-1)).toMatchObject({ before: bar(5).time });
    await frame.answer([bar(4), bar(3), bar(5)], true);
    expect(frame.engine().bars.map(({ time }) => time / bar(1).time)).toEqual([3, 4, 5, 6]);
    expect(frame.engine().more).toBe(false);
  });

  it('drops an older page that was asked for before all bars were replaced', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    await frame.answer([bar(5), bar(6)]);
    frame.engine().events.olderWanted(bar(5).time, bar(5).time);
    const late = frame.asked('historyRequest').at(-1)?.request ?? -1;
    frame.say({ kind: 'historyChanged', subscription: frame.subscription() });
    await frame.answer([bar(90), bar(91)]);
    frame.say({ kind: 'history', request: late, bars: [bar(4)], complete: false });
    await Promise.resolve();
    expect(frame.engine().bars).toEqual([bar(90), bar(91)]);
  });

  it('shows nothing of a symbol that was left', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    const late = frame.asked('historyRequest').at(-1)?.request ?? -1;
    const lateSubscription = frame.subscription();
    frame.say({
      kind: 'symbol',
      symbol: { ticker: 'ETHUSDT', priceDigits: 2, quantityDigits: 2, priceStep: 0.01, hasMark: false, figures: [] },
    });
    expect(frame.asked('unsubscribe')).toEqual([{ kind: 'unsubscribe', subscription: lateSubscription }]);
    expect(frame.engine().lines).toEqual([]);
    frame.say({ kind: 'history', request: late, bars: [bar(1)], complete: true });
    frame.say({ kind: 'bar', subscription: lateSubscription, bar: bar(1) });
    await Promise.resolve();
    await Promise.resolve();
    frame.paint();
    expect(state()).toBe('loading');
    expect(frame.engine().bars).toEqual([]);
    await frame.answer([bar(8)]);
    expect(frame.engine().shown).toEqual(['ETHUSDT 30', 'ETHUSDT 30']);
  });

  it('CHT-14 CHT-27 ends what was begun on a symbol that was left, and shows no price of it under the new name', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    await frame.answer([bar(1)]);
    const ended = vi.spyOn(frame.engine().view, 'end');
    const [menuButton] = document.querySelectorAll<HTMLButtonElement>('[aria-haspopup="menu"]:not([hidden])');
    menuButton?.click();
    await expect.poll(() => document.querySelectorAll('[role="menu"]').length).toBe(1);
    frame.say({
      kind: 'symbol',
      symbol: { ticker: 'ETHUSDT', priceDigits: 2, quantityDigits: 2, priceStep: 0.01, hasMark: false, figures: [] },
    });
    expect(document.querySelectorAll('[role="menu"]')).toHaveLength(0);
    expect(ended).toHaveBeenCalledOnce();
    expect(frame.engine().bars).toEqual([]);
  });

  it('API-08 loads history that failed by itself after a pause, whether or not bars arrive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      frame = start();
      frame.say({ kind: 'init', setup: setupSample() });
      const asked = (): number => frame?.asked('historyRequest').length ?? 0;
      const fail = async (): Promise<void> => {
        frame?.say({ kind: 'requestFailed', request: frame.asked('historyRequest').at(-1)?.request ?? -1 });
        await Promise.resolve();
      };
      const before = asked();
      await fail();
      await expect.poll(state).toBe('failed');
      frame.say({ kind: 'bar', subscription: frame.subscription(), bar: bar(7) });
      vi.advanceTimersByTime(1_999);
      expect(asked()).toBe(before);
      vi.advanceTimersByTime(1);
      expect(asked()).toBe(before + 1);
      expect(state()).toBe('failed');
      await fail();
      vi.advanceTimersByTime(2_000);
      expect(asked()).toBe(before + 2);
      await frame.answer([bar(8)]);
      expect(state()).toBe('shown');
      vi.advanceTimersByTime(10_000);
      expect(asked()).toBe(before + 2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('API-08 shows a failure in the words of the page, and tries again on request', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    frame.say({ kind: 'requestFailed', request: frame.asked('historyRequest').at(-1)?.request ?? -1 });
    await expect.poll(state).toBe('failed');
    expect(text('.chart-message')).toBe(textsSample().failed);
    document.querySelector<HTMLButtonElement>('.chart-retry')?.click();
    expect(state()).toBe('loading');
    await frame.answer([bar(1)]);
    expect(state()).toBe('shown');
  });

  it('tries again by itself when the page says that history may be had again', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    frame.say({ kind: 'requestFailed', request: frame.asked('historyRequest').at(-1)?.request ?? -1 });
    await expect.poll(state).toBe('failed');
    frame.say({ kind: 'historyChanged', subscription: frame.subscription() });
    await frame.answer([bar(1)]);
    expect(state()).toBe('shown');
  });

  it('CHT-27 goes on without marks when they cannot be had', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    await frame.answer([bar(1)]);
    frame.say({ kind: 'requestFailed', request: frame.asked('marksRequest').at(-1)?.request ?? -1 });
    await Promise.resolve();
    expect(state()).toBe('shown');
  });

  it('shows marks of the bars it has', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    await frame.answer([bar(1)]);
    const request = frame.asked('marksRequest').at(-1);
    expect(request).toMatchObject({ ticker: 'BTCUSDT', from: bar(1).time });
    frame.say({
      kind: 'marks',
      request: request?.request ?? -1,
      marks: [{ id: 'fill', kind: 'execution', time: bar(1).time, text: '', side: 'Buy', details: [] }],
    });
    await expect.poll(() => frame.engine().marks).toEqual(['fill']);
  });

  it('MKT-08 says when its data is stale, resyncing or offline', async () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    await frame.answer([bar(1)]);
    const note = document.querySelector<HTMLElement>('.chart-note');
    expect(note?.hidden).toBe(true);
    for (const freshness of ['stale', 'resyncing', 'offline'] as const) {
      frame.say({ kind: 'freshness', freshness });
      expect(note?.hidden).toBe(false);
      expect(note?.textContent).toBe(textsSample()[freshness]);
    }
    frame.say({ kind: 'freshness', freshness: 'live' });
    expect(note?.hidden).toBe(true);
  });

  it('CHT-10 a theme change restyles the chart', () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    frame.say({ kind: 'theme', theme: 'light' });
    expect(document.documentElement.dataset['theme']).toBe('light');
    expect(frame.engine().palettes).toBe(1);
  });

  it('offers the buttons of the lines by keyboard, and keeps the focus while a line ticks', () => {
    frame = start();
    const setup = setupSample();
    frame.say({ kind: 'init', setup });
    const button = document.querySelector<HTMLButtonElement>('.chart-lines button');
    button?.focus();
    frame.say({ kind: 'lines', lines: setup.lines.map((line) => ({ ...line, details: [{ text: '+5.00', tone: 'up' as const }] })) });
    expect(document.activeElement).toBe(button);
    expect(text('.chart-lines span')).toContain('Long 0.350 +5.00');
    button?.click();
    expect(frame.sent.at(-1)).toEqual({ kind: 'lineButton', lineId: 'position:BTCUSDT:0', buttonId: 'close' });
    frame.say({ kind: 'lines', lines: [] });
    expect(document.querySelector('.chart-lines button')).toBeNull();
  });

  it('hears nobody but the page around it', () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() }, window);
    expect(frame.engines).toHaveLength(0);
  });

  it('starts from nothing when it is initialised again, and leaves nothing when stopped', () => {
    frame = start();
    frame.say({ kind: 'init', setup: setupSample() });
    frame.say({ kind: 'init', setup: setupSample() });
    expect(frame.engines.map((engine) => engine.destroyed)).toEqual([true, false]);
    expect(document.querySelectorAll('main')).toHaveLength(1);
    frame.stop();
    expect(frame.engine().destroyed).toBe(true);
    expect(document.querySelectorAll('main')).toHaveLength(0);
  });
});
