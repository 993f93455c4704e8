/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { launchBrowser } from '../e2e/support/launch-browser.ts';
import type { BenchOptions, ChartBench } from './chart-page.ts';
import { firstLoad } from '../tools/lib/bundle.mjs';
import { finish, median, report, reportAtMost } from './measure.ts';

type Maker = Parameters<ChartBench['open']>[0];

const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Charts</title>' +
  '<style>body{margin:0}.chart-layer{position:absolute;inset:0;width:100%;height:100%}</style></head>' +
  '<body><script type="module" src="/chart-page.js"></script></body></html>';
const ROUNDS = 3;
/** Rounds of first paints, which are short and wait for the screen. */
const PAINT_ROUNDS = 15;
const FRAMES = 60;
const BARS = 20_000;
const PLAIN: BenchOptions = { studies: false, lines: 0, drawings: 0 };
const FULL: BenchOptions = { studies: true, lines: 10, drawings: 0 };
const CROWDED: BenchOptions = { studies: false, lines: 200, drawings: 200 };
/** Duration of an animation frame at 60 Hz, ms. */
const FRAME_MS = 1_000 / 60;

async function servePage(): Promise<{ readonly url: string; readonly server: Server }> {
  const bundle = await rolldown({
    input: path.resolve('bench/chart-page.ts'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, entryFileNames: '[name].js' });
  await bundle.close();
  const files = new Map(output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)]));
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.setHeader('content-type', file === undefined ? 'text/html' : 'text/javascript');
    response.end(file ?? PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

type BenchWindow = Window & { readonly bench: ChartBench };

/** One page per chart, so that none pays for another's garbage. */
class Subject {
  private readonly page: Page;
  private readonly devtools: CDPSession;

  constructor(page: Page, devtools: CDPSession) {
    this.page = page;
    this.devtools = devtools;
  }

  open(maker: Maker, options: BenchOptions): Promise<void> {
    return this.page.evaluate(([name, given]) => (window as unknown as BenchWindow).bench.open(name, given), [maker, options] as const);
  }

  /** Milliseconds from the answer until its frame was painted. */
  show(count: number): Promise<number> {
    return this.page.evaluate((bars) => (window as unknown as BenchWindow).bench.show(bars), count);
  }

  /** Milliseconds of the main thread for each frame in which `work` is done, without those of an idle frame. */
  async costOf(work: 'ticks' | 'pans' | 'drags'): Promise<number> {
    return (await this.spent(work)) - (await this.spent('idle'));
  }

  /** Milliseconds between frames. */
  gaps(work: 'pans' | 'drags', slowed: number): Promise<readonly number[]> {
    return this.slowed(slowed, () =>
      this.page.evaluate(([name, frames]) => (window as unknown as BenchWindow).bench[name](frames), [work, FRAMES] as const),
    );
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  private async spent(work: 'ticks' | 'pans' | 'drags' | 'idle'): Promise<number> {
    const before = await this.taskTime();
    await this.page.evaluate(
      async ([name, frames]) => {
        await (window as unknown as BenchWindow).bench[name](frames);
      },
      [work, FRAMES] as const,
    );
    return ((await this.taskTime()) - before) / FRAMES;
  }

  private async taskTime(): Promise<number> {
    const { metrics } = await this.devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  }

  private async slowed<T>(rate: number, work: () => Promise<T>): Promise<T> {
    await this.devtools.send('Emulation.setCPUThrottlingRate', { rate });
    const result = await work();
    await this.devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return result;
  }
}

const { url, server } = await servePage();
const browser = await launchBrowser();

async function open(maker: Maker, options: BenchOptions, bars: number): Promise<Subject> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => 'bench' in window);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const subject = new Subject(page, devtools);
  await subject.open(maker, options);
  if (bars > 0) await subject.show(bars);
  return subject;
}

/** The median of rounds in turn, so that a slow moment of the machine hits both. */
async function inTurn(
  sides: readonly [() => Promise<number>, () => Promise<number>],
  rounds = ROUNDS,
): Promise<readonly [number, number, number]> {
  const values: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    const [first, second] = [await sides[0](), await sides[1]()];
    if (round < 0) continue;
    values[0].push(first);
    values[1].push(second);
  }
  const ratios = values[0].map((value, index) => value / (values[1][index] ?? 1));
  return [median(values[0]), median(values[1]), median(ratios)];
}

/** Both charts stay open; each measures in its turn. */
const costs = (work: 'ticks' | 'pans', [first, second]: readonly [Subject, Subject]): Promise<readonly [number, number, number]> =>
  inTurn([() => first.costOf(work), () => second.costOf(work)]);

async function benchTick(): Promise<void> {
  const own = await open('own', FULL, BARS);
  const lightweight = await open('lightweight', FULL, BARS);
  const [ours, theirs, ratio] = await costs('ticks', [own, lightweight]);
  report('main thread for a tick, 20,000 bars, five indicators', ours, 0, ' ms');
  report('  lightweight-charts, same series and lines', theirs, 0, ' ms');
  reportAtMost('  ours against theirs', ratio, 0.5, 'x');
  await Promise.all([own.close(), lightweight.close()]);
}

async function benchScale(): Promise<void> {
  const many = await open('own', FULL, 1_000_000);
  const few = await open('own', FULL, 1_000);
  for (const work of ['ticks', 'pans'] as const) {
    const [large, small, ratio] = await costs(work, [many, few]);
    const name = work === 'ticks' ? 'tick' : 'pan';
    report(`main thread for a ${name}, 1,000,000 bars`, large, 0, ' ms');
    report('  1,000 bars', small, 0, ' ms');
    reportAtMost('  the million against the thousand', ratio, 1.5, 'x');
  }
  await Promise.all([many.close(), few.close()]);
}

async function benchFirstPaint(): Promise<void> {
  const firstPaint = async (maker: Maker, options: BenchOptions): Promise<number> => {
    const subject = await open(maker, options, 0);
    const spent = await subject.show(BARS);
    await subject.close();
    return spent;
  };
  const [ours, theirs, ratio] = await inTurn([() => firstPaint('own', FULL), () => firstPaint('klinecharts', PLAIN)], PAINT_ROUNDS);
  report('first paint of 20,000 bars, five indicators and ten lines', ours, 0, ' ms');
  report('  bare klinecharts', theirs, 0, ' ms');
  reportAtMost('  ours against theirs', ratio, 1, 'x');
}

async function benchSwitch(): Promise<void> {
  const own = await open('own', FULL, BARS);
  const switches: number[] = [];
  for (let round = 0; round < ROUNDS * 2; round += 1) switches.push(await own.show(1_000 + round));
  reportAtMost('a symbol switch painted after its answer, five indicators', median(switches), 100, ' ms');
  await own.close();
}

async function benchCrowd(): Promise<void> {
  const own = await open('own', CROWDED, BARS);
  for (const work of ['pans', 'drags'] as const) {
    const spent = await own.costOf(work);
    const gaps = await own.gaps(work, 4);
    const late = gaps.filter((gap) => gap > FRAME_MS * 1.5).length;
    const name = work === 'pans' ? 'panned' : 'dragged';
    report(`200 lines and 200 drawings ${name}: main thread a frame, unthrottled`, spent, 0, ' ms');
    reportAtMost(`  median frame at a quarter of the speed (${late} of ${gaps.length} late)`, median(gaps), FRAME_MS * 1.1, ' ms');
  }
  await own.close();
}

const WEB = path.resolve('apps/terminal/dist/web');

/** Weight of the files that the frame loads before its first paint, as built for browsers: page, scripts, styles, one language. */
function benchWeight(): void {
  const styles = [...readFileSync(path.join(WEB, 'chart.html'), 'utf8').matchAll(/<link\b[^>]*href="\/?([^"]+\.css)"/g)];
  const others = ['chart.html', 'chart-locales/en.json', ...styles.flatMap(([, file]) => file ?? [])];
  const weights = [
    ...firstLoad(WEB, 'chart.html').map(({ bytes }) => bytes),
    ...others.map((file) => gzipSync(readFileSync(path.join(WEB, file)), { level: 9 }).length),
  ];
  const kilobytes = weights.reduce((sum, bytes) => sum + bytes, 0) / 1_000;
  reportAtMost(`first paint of the frame, gzipped (${weights.length} files)`, kilobytes, 150, ' KB');
}

benchWeight();
await benchTick();
await benchScale();
await benchFirstPaint();
await benchSwitch();
await benchCrowd();
await browser.close();
await browser.close();
server.close();
finish();
