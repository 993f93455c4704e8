import { describe, expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();

/** Groups of the sidebar, by their names. */
const GROUPS = ['Lines', 'Fibonacci and Gann', 'Shapes', 'Text and notes', 'Measure and plan'] as const;

interface StoredDrawing {
  readonly id: string;
  readonly tool: string;
  readonly ticker: string;
  readonly anchors: readonly { readonly time: number; readonly price: number }[];
  readonly style: { readonly width: number };
  readonly locked: boolean;
}

interface StoredDocument {
  readonly drawings?: readonly StoredDrawing[];
}

/** The layout as the browser keeps it. */
const storedDocument = ({ page }: Terminal): Promise<StoredDocument> =>
  page.evaluate(
    () =>
      new Promise<StoredDocument>((resolve) => {
        const opening = indexedDB.open('tapedeck-chart');
        opening.addEventListener('success', () => {
          const database = opening.result;
          const reading = database.transaction('layouts').objectStore('layouts').get('default');
          reading.addEventListener('success', () => {
            database.close();
            resolve((reading.result as { readonly document: StoredDocument } | undefined)?.document ?? {});
          });
        });
      }),
  );

const stored = async (terminal: Terminal): Promise<readonly StoredDrawing[]> => (await storedDocument(terminal)).drawings ?? [];

/** Stored drawings after a save that does not wait for more changes: a chart saves at once when its page is hidden. */
async function saved(terminal: Terminal): Promise<readonly StoredDrawing[]> {
  await terminal.chart.locator('html').evaluate((root) => {
    const page = root.ownerDocument;
    Object.defineProperty(page, 'visibilityState', { value: 'hidden', configurable: true });
    page.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(page, 'visibilityState');
  });
  return stored(terminal);
}

/** Canvases of the drawings at rest and of the one in hand, with its handles. */
const DRAWINGS = { atRest: 2, end: 4 } as const;

/** Painted pixels of the drawings after the last press: a frame paints the request of the one before. */
const painted = ({ chart }: Terminal): Promise<number> =>
  chart.locator('canvas').evaluateAll(async (canvases, { atRest, end }) => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    let count = 0;
    for (const canvas of canvases.slice(atRest, end)) {
      if (!(canvas instanceof HTMLCanvasElement)) continue;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) count += 1;
    }
    return count;
  }, DRAWINGS);

async function openChart(): Promise<Terminal> {
  const terminal = await Terminal.open(origin);
  await terminal.chart.locator('[data-state="shown"]').waitFor();
  return terminal;
}

async function openGroup({ chart }: Terminal, group: string): Promise<void> {
  const sidebar = chart.getByRole('toolbar', { name: 'Drawing tools' });
  await sidebar.getByRole('button', { name: new RegExp(`^${group}`) }).click();
}

async function take(terminal: Terminal, group: string, tool: string): Promise<void> {
  await openGroup(terminal, group);
  await terminal.chart.getByRole('menuitemcheckbox', { name: tool, exact: true }).click();
}

async function toolsOf(terminal: Terminal, group: string): Promise<readonly string[]> {
  await openGroup(terminal, group);
  const names = await terminal.chart.locator('.chart-menu .chart-menu-label').allTextContents();
  await terminal.page.keyboard.press('Escape');
  return names;
}

/** A place of the picture by shares of its width and height. */
async function place({ chart }: Terminal, x: number, y: number): Promise<readonly [number, number]> {
  const box = await chart.locator('.chart-canvas').boundingBox();
  if (box === null) throw new Error('The chart is not on the screen');
  return [box.x + box.width * x, box.y + box.height * y];
}

const SPOTS = [
  [0.2, 0.6],
  [0.4, 0.35],
  [0.5, 0.55],
] as const;

/** Draws with the tool in hand as a trader does. */
async function draw(terminal: Terminal, tool: string): Promise<void> {
  const { page, chart } = terminal;
  const spots = await Promise.all(SPOTS.map(([x, y]) => place(terminal, x, y)));
  if (tool === 'Brush') {
    await page.mouse.move(...(spots[0] ?? [0, 0]));
    await page.mouse.down();
    // Beside the path, which went through the same places.
    for (const [x, y] of spots) await page.mouse.move(x, y + 30, { steps: 4 });
    await page.mouse.up();
    return;
  }
  const last = chart.getByRole('toolbar', { name: tool, exact: true });
  for (const spot of spots) {
    await page.mouse.move(...spot, { steps: 2 });
    await page.mouse.click(...spot);
    if (await last.isVisible()) break;
  }
  if (tool === 'Path') await page.mouse.dblclick(...(spots[0] ?? [0, 0]));
  const dialog = chart.getByRole('dialog', { name: tool, exact: true });
  if (tool !== 'Text' && tool !== 'Note') return;
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Take half off');
  await dialog.getByRole('button', { name: 'OK' }).click();
}

describe('drawings', () => {
  for (const group of GROUPS) {
    it(`CHT-07 every tool of ${group} is drawn, styled, moved, undone and restored`, async () => {
      const terminal = await openChart();
      const { chart, page } = terminal;
      const tools = await toolsOf(terminal, group);
      expect(tools.length).toBeGreaterThan(1);
      for (const [index, tool] of tools.entries()) {
        const before = await painted(terminal);
        await take(terminal, group, tool);
        await draw(terminal, tool);
        const bar = chart.getByRole('toolbar', { name: tool, exact: true });
        await bar.waitFor();
        await expect.poll(() => painted(terminal), { message: tool }).toBeGreaterThan(before);
        await expect.poll(async () => (await saved(terminal)).length, { message: tool }).toBe(index + 1);
        const placed = (await stored(terminal))[index]?.anchors[0]?.time ?? 0;
        const kept = async (): Promise<readonly unknown[]> => {
          const drawing = (await saved(terminal))[index];
          return [drawing?.style.width, drawing?.anchors[0]?.time];
        };
        await bar.getByRole('button', { name: /^Width/ }).click();
        await chart.locator('.chart-canvas').focus();
        const wider = (group.startsWith('Fibonacci') ? 1 : 2) + 1;
        await page.keyboard.press('ArrowRight');
        await expect.poll(kept, { message: tool }).toEqual([wider, placed + 30 * 60_000]);
        await page.keyboard.press('Control+z');
        await expect.poll(kept, { message: tool }).toEqual([wider, placed]);
        await page.keyboard.press('Control+y');
        await page.keyboard.press('Escape');
        await bar.waitFor({ state: 'hidden' });
      }
      await expect.poll(async () => new Set((await stored(terminal)).map(({ tool }) => tool)).size).toBe(tools.length);
      const shown = await painted(terminal);
      await chart.getByRole('button', { name: /^Layout: .*\. Saved$/ }).waitFor();
      const before = await stored(terminal);
      await page.reload();
      await chart.locator('[data-state="shown"]').waitFor();
      await expect.poll(() => painted(terminal)).toBeGreaterThan(shown / 2);
      await chart.getByRole('button', { name: 'Remove all drawings' }).click();
      await expect.poll(() => painted(terminal)).toBe(0);
      await expect.poll(() => stored(terminal)).toEqual([]);
      await chart.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => painted(terminal)).toBeGreaterThan(shown / 2);
      // The reloaded chart stores exactly the restored state: every anchor, style and word.
      await expect.poll(() => stored(terminal)).toEqual(before);
    });
  }

  it('CHT-07 a drawing is selected, dragged, copied, locked, hidden and removed, and belongs to its symbol', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await take(terminal, 'Lines', 'Trend line');
    await draw(terminal, 'Trend line');
    const bar = chart.getByRole('toolbar', { name: 'Trend line' });
    await bar.waitFor();
    await expect.poll(async () => (await stored(terminal)).length).toBe(1);
    const [before] = await stored(terminal);
    // By its middle, the whole moves; Escape gives the drag up.
    const middle = await place(terminal, 0.3, 0.475);
    const aside = await place(terminal, 0.4, 0.475);
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(...aside, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect((await stored(terminal))[0]?.anchors).toEqual(before?.anchors);
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(...aside, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await stored(terminal))[0]?.anchors[0]?.time).toBeGreaterThan(before?.anchors[0]?.time ?? Infinity);
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expect.poll(async () => (await stored(terminal)).length).toBe(2);
    await bar.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect.poll(async () => (await stored(terminal))[1]?.locked).toBe(true);
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('Delete');
    expect(await bar.getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true);
    const both = await painted(terminal);
    await chart.getByRole('button', { name: 'Hide all drawings' }).click();
    await expect.poll(() => painted(terminal)).toBe(0);
    await chart.getByRole('button', { name: 'Hide all drawings' }).click();
    await expect.poll(() => painted(terminal)).toBe(both);
    // Only the unlocked one of the two is removed.
    await chart.getByRole('button', { name: 'Remove all drawings' }).click();
    await expect.poll(async () => (await stored(terminal)).map(({ locked }) => locked)).toEqual([true]);
    await page.keyboard.press('Escape');
    await chart.getByRole('button', { name: 'Drawing tools', exact: true }).click();
    await chart.getByRole('toolbar', { name: 'Drawing tools' }).waitFor({ state: 'hidden' });
    // At once: the page goes before the layout is on disk.
    await page.reload();
    await chart.locator('[data-state="shown"]').waitFor();
    await expect.poll(() => chart.getByRole('toolbar', { name: 'Drawing tools' }).isVisible()).toBe(false);
    await page.goto(`${origin}/trade/usdt/ETHUSDT`);
    await chart.locator('[data-symbol="ETHUSDT"][data-state="shown"]').waitFor();
    await expect.poll(() => painted(terminal)).toBe(0);
  });

  it('CHT-07 Ctrl and a drag copy a drawing, Shift and a press measure, and undo takes both back', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await take(terminal, 'Lines', 'Trend line');
    await draw(terminal, 'Trend line');
    await chart.getByRole('toolbar', { name: 'Trend line' }).waitFor();
    await expect.poll(async () => (await saved(terminal)).length).toBe(1);
    const [original] = await saved(terminal);
    await page.keyboard.down('Control');
    await page.mouse.move(...(await place(terminal, 0.3, 0.475)));
    await page.mouse.down();
    await page.mouse.move(...(await place(terminal, 0.4, 0.3)), { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Control');
    await expect.poll(async () => (await saved(terminal)).length).toBe(2);
    const [left, copy] = await saved(terminal);
    expect(left).toEqual(original);
    expect(copy).toMatchObject({ tool: 'trendLine', style: original?.style });
    expect(copy?.anchors[0]?.time).toBeGreaterThan(original?.anchors[0]?.time ?? Infinity);
    expect(copy?.anchors[0]?.price).toBeGreaterThan(original?.anchors[0]?.price ?? Infinity);

    await page.keyboard.press('Escape');
    await page.keyboard.down('Shift');
    await page.mouse.click(...(await place(terminal, 0.15, 0.8)));
    await page.keyboard.up('Shift');
    await page.mouse.move(...(await place(terminal, 0.3, 0.7)), { steps: 2 });
    await page.mouse.click(...(await place(terminal, 0.3, 0.7)));
    await chart.getByRole('toolbar', { name: 'Date and price range', exact: true }).waitFor();
    const tools = async (): Promise<readonly string[]> => (await saved(terminal)).map(({ tool }) => tool);
    await expect.poll(tools).toEqual(['trendLine', 'trendLine', 'measure']);
    const undo = chart.getByRole('button', { name: 'Undo' });
    await undo.click();
    await undo.click();
    await expect.poll(() => saved(terminal)).toEqual([original]);
  });

  it('CHT-07 undo on one symbol leaves the drawings of another as they are', async () => {
    const terminal = await openChart();
    const { page, chart } = terminal;
    const shows = async (symbol: string): Promise<void> => {
      await page.evaluate((name) => {
        history.pushState(null, '', `/trade/usdt/${name}`);
        dispatchEvent(new PopStateEvent('popstate'));
      }, symbol);
      await chart.locator(`[data-symbol="${symbol}"][data-state="shown"]`).waitFor();
    };
    const draw = async (): Promise<void> => {
      await chart.locator('.chart-canvas').focus();
      await page.keyboard.press('Alt+KeyH');
      await page.mouse.click(...(await place(terminal, 0.4, 0.4)));
    };
    const undo = chart.getByRole('button', { name: 'Undo' });
    const drawn = async (): Promise<readonly string[]> => (await saved(terminal)).map(({ ticker }) => ticker);
    await draw();
    await expect.poll(drawn).toEqual(['BTCUSDT']);
    await shows('ETHUSDT');
    await expect.poll(() => undo.isDisabled()).toBe(true);
    await draw();
    await expect.poll(drawn).toEqual(['BTCUSDT', 'ETHUSDT']);
    await shows('BTCUSDT');
    await undo.click();
    await expect.poll(drawn).toEqual(['ETHUSDT']);
    await expect.poll(() => undo.isDisabled()).toBe(true);
    await shows('ETHUSDT');
    await undo.click();
    await expect.poll(drawn).toEqual([]);
  });

  it('CHT-07 drawings that were moved with the time in view look as if they were painted there', async () => {
    const terminal = await openChart();
    const { page, chart } = terminal;
    for (const [group, tool] of [
      ['Lines', 'Trend line'],
      ['Fibonacci and Gann', 'Fib retracement'],
      ['Lines', 'Horizontal line'],
    ] as const) {
      await take(terminal, group, tool);
      await draw(terminal, tool);
    }
    await page.keyboard.press('Escape');
    await chart.getByRole('button', { name: 'Auto (fits data)', exact: true }).click();
    const scroll = async (key: string): Promise<void> => {
      await page.keyboard.press(key);
      await painted(terminal);
    };
    // Away from the newest bar, which would take the view along.
    for (let times = 0; times < 4; times += 1) await scroll('Control+ArrowLeft');
    /** The visible part of the canvas, which is larger than its view. */
    const picture = (): Promise<string> =>
      chart
        .locator('canvas')
        .nth(DRAWINGS.atRest)
        .evaluate((canvas: HTMLCanvasElement) => {
          const [box, view] = [canvas, canvas.parentElement ?? canvas].map((node) => node.getBoundingClientRect());
          const shown = document.createElement('canvas');
          [shown.width, shown.height] = [view?.width ?? 0, view?.height ?? 0];
          shown.getContext('2d')?.drawImage(canvas, (box?.left ?? 0) - (view?.left ?? 0), 0);
          return shown.toDataURL();
        });
    const paintAnew = async (): Promise<void> => {
      for (let times = 0; times < 2; times += 1) await chart.getByRole('button', { name: 'Hide all drawings', exact: true }).click();
      await chart.locator('.chart-canvas').focus();
      await painted(terminal);
    };
    for (const way of ['Control+ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Control+ArrowRight', 'Control+ArrowRight']) {
      const before = await picture();
      await scroll(way);
      const moved = await picture();
      expect(moved).not.toBe(before);
      await paintAnew();
      // The same drawings, painted at their new place.
      expect(await picture()).toBe(moved);
    }
  });

  it('CHT-07 draws by keyboard alone, and with the magnet at the prices of bars', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await chart.getByRole('button', { name: 'Magnet', exact: true }).click();
    await chart.getByRole('menuitemcheckbox', { name: 'Strong magnet' }).click();
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('Alt+t');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await chart.getByRole('toolbar', { name: 'Trend line' }).waitFor();
    await expect.poll(async () => (await stored(terminal)).length).toBe(1);
    const [line] = await stored(terminal);
    const { rows } = (await terminal.api.get('/contract/v5/market/candles?symbol=BTCUSDT&resolution=30&limit=20')) as {
      rows: [number, string, string, string, string, string][];
    };
    const end = line?.anchors[1];
    const bar = rows.find(([time]) => time === end?.time);
    expect(bar?.slice(1, 5).map(Number)).toContain(end?.price);
    await page.keyboard.press('Enter');
    const dialog = chart.getByRole('dialog', { name: 'Trend line' });
    await dialog.getByRole('tab', { name: 'Coordinates' }).click();
    await dialog.getByRole('spinbutton', { name: 'Price 1' }).fill('60000');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect.poll(async () => (await stored(terminal))[0]?.anchors[0]?.price).toBe(60_000);
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await stored(terminal)).length).toBe(0);
  });

  it('CHT-07 a drawing comes to the front and goes back, by its menu and in the object tree, with undo', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    for (const [tool, x, y] of [
      ['Horizontal line', 0.3, 0.3],
      ['Vertical line', 0.5, 0.5],
      ['Cross line', 0.7, 0.7],
    ] as const) {
      await take(terminal, 'Lines', tool);
      await page.mouse.click(...(await place(terminal, x, y)));
      await chart.getByRole('toolbar', { name: tool, exact: true }).waitFor();
      await page.keyboard.press('Escape');
    }
    const order = async (): Promise<readonly string[]> => (await saved(terminal)).map(({ tool }) => tool);
    await expect.poll(order).toEqual(['horizontalLine', 'verticalLine', 'crossLine']);
    const act = async (name: string): Promise<void> => {
      await page.mouse.click(...(await place(terminal, 0.2, 0.3)), { button: 'right' });
      await chart.getByRole('menu', { name: 'Horizontal line' }).getByRole('menuitem', { name, exact: true }).click();
    };
    await act('Bring to front');
    await expect.poll(order).toEqual(['verticalLine', 'crossLine', 'horizontalLine']);
    await act('Send backward');
    await expect.poll(order).toEqual(['verticalLine', 'horizontalLine', 'crossLine']);
    const undo = chart.getByRole('button', { name: 'Undo' });
    await undo.click();
    await undo.click();
    await expect.poll(order).toEqual(['horizontalLine', 'verticalLine', 'crossLine']);

    // The tree lists them as they lie over each other.
    await chart.getByRole('button', { name: 'Chart settings', exact: true }).click();
    await chart.getByRole('menuitem', { name: 'Object tree' }).click();
    const tree = chart.getByRole('dialog', { name: 'Object tree' });
    const listed = () => tree.getByRole('list', { name: 'Drawings' }).locator('.chart-menu-label').allTextContents();
    await expect.poll(listed).toEqual(['Cross line', 'Vertical line', 'Horizontal line']);
    await tree.getByRole('button', { name: 'Visual order: Cross line' }).click();
    expect(await chart.getByRole('menu').getByRole('menuitem').allTextContents()).toEqual(['Send backward', 'Send to back']);
    await chart.getByRole('menuitem', { name: 'Send to back' }).click();
    await expect.poll(listed).toEqual(['Vertical line', 'Horizontal line', 'Cross line']);
    await tree.getByRole('button', { name: 'Visual order: Cross line' }).click();
    await chart.getByRole('menuitem', { name: 'Bring forward' }).click();
    await expect.poll(listed).toEqual(['Vertical line', 'Cross line', 'Horizontal line']);
    await expect.poll(order).toEqual(['horizontalLine', 'crossLine', 'verticalLine']);
  });

  it('CHT-07 draws by touch on a phone, where the tools come only while they are wanted', async () => {
    const terminal = await Terminal.open(origin, { viewport: { width: 390, height: 844 }, hasTouch: true, until: 'price' });
    const { chart, page } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    expect(await chart.getByRole('toolbar', { name: 'Drawing tools' }).isVisible()).toBe(false);
    await chart.getByRole('button', { name: 'Drawing tools', exact: true }).tap();
    await take(terminal, 'Lines', 'Trend line');
    for (const [x, y] of SPOTS.slice(0, 2)) await page.touchscreen.tap(...(await place(terminal, x, y)));
    await chart.getByRole('toolbar', { name: 'Trend line' }).waitFor();
    await expect.poll(() => painted(terminal)).toBeGreaterThan(50);
  });
});
