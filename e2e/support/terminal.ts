import { accountStateResult, parseWire } from '@tapedeck/protocol';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { apiOf, type Api } from './api.ts';
import { openPage, type GuardedPage, type PageOptions } from './guarded-page.ts';
import { units } from './numbers.ts';

export interface OpenOptions extends PageOptions {
  readonly path?: string;
  /** Awaited element: the book by default, the price where the book is not visible at first, none on other pages. */
  readonly until?: 'book' | 'price' | 'page';
  /** Runs before the first navigation: routes, init scripts. */
  readonly prepare?: (guarded: GuardedPage) => Promise<void>;
}

/** How often, and how soon, an order is pressed again that was not sent since the page had fallen behind the market. */
const PRESSES_MAX = 60;
const PRESS_AGAIN_MS = 500;
/** How often the form is checked for the outcome of a press. */
const LOOKS_MAX = 30;
const LOOK_AGAIN_MS = 100;

export type TradeSide = 'Buy / Long' | 'Sell / Short';

/** The trade page as a trader uses it: everything is found by its role and name. */
export class Terminal {
  readonly page: Page;
  readonly guarded: GuardedPage;
  readonly origin: string;
  readonly api: Api;

  private constructor(guarded: GuardedPage, origin: string) {
    this.guarded = guarded;
    this.page = guarded.page;
    this.origin = origin;
    this.api = apiOf(guarded.context, origin);
  }

  /** Opens the page and waits until its market data is live. */
  static async open(
    origin: string,
    { path = '/trade/usdt/BTCUSDT', until = 'book', prepare, ...context }: OpenOptions = {},
  ): Promise<Terminal> {
    const guarded = await openPage(origin, context);
    await prepare?.(guarded);
    const terminal = new Terminal(guarded, origin);
    await terminal.visit(path);
    if (until === 'book') await terminal.live();
    else if (until === 'price') await terminal.priced();
    return terminal;
  }

  /** Goes to an address of the server, which must answer it. */
  async visit(path: string): Promise<void> {
    const answer = await this.page.goto(this.origin + path);
    if (answer?.ok() !== true) throw new Error(`${path} was answered by ${String(answer?.status())}`);
  }

  /** Resizes the window, and waits until the page has laid itself out for the new size: panels may be other elements then. */
  async resize(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height });
    await this.page.waitForFunction((wanted) => innerWidth === wanted, width);
    // A frame evaluates media queries before its callbacks run, and React renders the change at once.
    await this.page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  }

  /** The header shows a last price, the book lives, and the account's news arrive: before, no order would be sent. */
  async live(): Promise<void> {
    await this.priced();
    await this.bookIs('live');
    await this.connected();
  }

  /** Connection state in the status bar. */
  get status(): Locator {
    return this.page.getByRole('contentinfo', { name: 'Status' }).getByRole('status');
  }

  /** A phone shows the state beside its last section, and in that section. */
  async connected(): Promise<void> {
    await this.page.locator(':is(footer, [role=tab]) [data-state="live"]').first().waitFor();
  }

  async priced(): Promise<void> {
    await this.lastPrice.filter({ hasText: /\d/ }).waitFor();
  }

  get header(): Locator {
    return this.page.getByRole('region', { name: 'Symbol', exact: true });
  }

  get lastPrice(): Locator {
    return this.header.getByLabel('Last price');
  }

  /** Value of a labelled figure of the header. */
  figure(label: string): Locator {
    return valueOf(this.header, label);
  }

  get book(): Locator {
    return this.page.locator('[data-freshness]').filter({ has: this.page.getByRole('grid', { name: /^(Bids|Asks)$/ }) });
  }

  async bookIs(freshness: string): Promise<void> {
    await this.page
      .locator(`[data-freshness="${freshness}"]`)
      .filter({ has: this.page.getByRole('grid') })
      .first()
      .waitFor();
  }

  /** Filled rows of a side, best first, as [price, quantity, total]. Read in one turn, so that they belong together. */
  bookRows(side: 'Bids' | 'Asks'): Promise<string[][]> {
    return this.page
      .getByRole('grid', { name: side })
      .evaluate((grid) =>
        [...grid.querySelectorAll<HTMLElement>('[role=row]')]
          .filter((row) => !row.hidden && row.textContent !== '')
          .map((row) => [...row.children].map((cell) => cell.textContent)),
      );
  }

  get chart(): FrameLocator {
    return this.page.frameLocator('iframe[title="Financial Chart"]');
  }

  get form(): Locator {
    return this.page.getByRole('form', { name: 'Order form' });
  }

  get price(): Locator {
    return this.form.getByRole('textbox', { name: 'Price', exact: true });
  }

  get quantity(): Locator {
    return this.form.getByRole('textbox', { name: 'Quantity', exact: true });
  }

  send(side: TradeSide): Locator {
    return this.form.getByRole('button', { name: side, exact: true });
  }

  /** A value of the preview below the buttons, in the column of a side. */
  preview(side: TradeSide, label: string): Locator {
    const rows = this.figures.locator('tr', { has: this.page.locator('th', { hasText: exactly(label) }) });
    return rows.locator('td').nth(side === 'Buy / Long' ? 0 : 1);
  }

  /** The preview of both sides. */
  get figures(): Locator {
    return this.form.locator('table[aria-label="Preview of the order"]');
  }

  /** Shows the figures that are hidden at first. */
  async allFigures(): Promise<void> {
    await this.form.getByRole('button', { name: 'More figures' }).click();
  }

  /** A labelled figure of the form that is of no side. */
  formFigure(label: string): Locator {
    return valueOf(this.form, label);
  }

  async limit(side: TradeSide, price: string, quantity: string): Promise<void> {
    await this.form.getByRole('tab', { name: 'Limit' }).click();
    await this.price.fill(price);
    await this.quantity.fill(quantity);
    await this.press(side);
  }

  async market(side: TradeSide, quantity: string): Promise<void> {
    await this.form.getByRole('tab', { name: 'Market' }).click();
    await this.quantity.fill(quantity);
    await this.press(side);
  }

  /** Presses the button of a side; again, as a trader would, while the form says that it did not send. */
  async press(side: TradeSide): Promise<void> {
    for (let again = 0; again < PRESSES_MAX; again += 1) {
      await this.send(side).click();
      if (!(await this.isHeldBack())) return;
      await this.page.waitForTimeout(PRESS_AGAIN_MS);
    }
  }

  /** Waits until the page shows the outcome of a press. The test itself waits for late answers. */
  private async isHeldBack(): Promise<boolean> {
    const missed = this.page.getByText('The button moved as you pressed it');
    const isUntold = async (): Promise<boolean> =>
      (await this.quantity.inputValue()) !== '' &&
      (await Promise.all([this.form.getByRole('alert'), this.page.getByRole('dialog'), missed].map((told) => told.count()))).every(
        (count) => count === 0,
      );
    for (let again = 0; again < LOOKS_MAX && (await isUntold()); again += 1) await this.page.waitForTimeout(LOOK_AGAIN_MS);
    if ((await this.form.getByText(/Not sent: |was not sent/).count()) > 0) return true;
    return (await missed.count()) > 0 && (await this.quantity.inputValue()) !== '';
  }

  async setLeverage(leverage: string): Promise<void> {
    await this.form.getByRole('button', { name: /^Leverage: \d/ }).click();
    await this.page.getByRole('menuitem', { name: 'Customise…' }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Leverage' }).fill(leverage);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await this.form.getByRole('button', { name: new RegExp(`^Leverage: ${leverage}(\\.0+)?x`) }).waitFor();
  }

  async setMarginMode(mode: 'Cross' | 'Isolated'): Promise<void> {
    await this.form.getByRole('button', { name: /^Margin mode: \w/ }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('radio', { name: mode }).check();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await this.form.getByRole('button', { name: `Margin mode: ${mode}` }).waitFor();
  }

  async tab(name: RegExp): Promise<void> {
    await this.page.getByRole('tab', { name }).click();
  }

  table(name: string): Locator {
    return this.page.getByRole('table', { name, exact: true });
  }

  /** Whether the account has a position in the symbol, as the exchange knows it: the table may not have heard of it yet. */
  async holds(symbol: string): Promise<boolean> {
    const { positions } = parseWire(accountStateResult, await this.api.get('/contract/v5/account/state'));
    return positions.some((position) => position.symbol === symbol && Number(position.size) !== 0);
  }

  /** A tab of the account. On a phone, the sections of the page have one of the same name. */
  private async accountTab(name: RegExp): Promise<void> {
    await this.page.getByRole('tablist', { name: 'Positions and orders' }).getByRole('tab', { name }).click();
  }

  async positionRow(symbol: string): Promise<Locator> {
    await this.accountTab(/^Positions/);
    return this.table('Positions').getByRole('row', { name: symbol });
  }

  async openOrderRow(symbol: string): Promise<Locator> {
    await this.accountTab(/^Open orders/);
    return this.table('Open orders').getByRole('row', { name: symbol });
  }

  /** Closes a position at market from its row, by the question that comes first. */
  async closeAtMarket(row: Locator, name: RegExp | string = / at market$/): Promise<void> {
    await row.getByRole('button', { name }).click();
    await this.answer('Close at market');
    // Behind a dialog no row counts as there.
    await this.page.getByRole('button', { name: 'Close at market', exact: true }).waitFor({ state: 'detached' });
  }

  /** Presses a button of the open dialog. */
  async answer(name: RegExp | string): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name }).click();
  }

  /** Goes to another contract by its address. */
  async goTo(symbol: string): Promise<void> {
    await this.visit(`/trade/usdt/${symbol}`);
    await this.live();
  }
}

/** The cell of a row below the column `label`. */
export function cell(row: Locator, label: string): Locator {
  return row.locator(`[data-label="${label}"]`);
}

export async function number(locator: Locator): Promise<bigint> {
  return units((await locator.textContent()) ?? '');
}

/** Waits until the text changes. */
export async function changes(locator: Locator): Promise<void> {
  const before = await locator.textContent();
  await expect.poll(() => locator.textContent()).not.toBe(before);
}

const exactly = (label: string): RegExp => new RegExp(`^${label.replace(/[.()/]/g, '\\$&')}$`);

function valueOf(list: Locator, label: string): Locator {
  return list.locator('dt', { hasText: exactly(label) }).locator('xpath=following-sibling::dd[1]');
}

/** The dated USDT contract that is listed last. */
export async function future(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/contract/v5/product/brief-symbol-list?filter=LinearFutures`);
  const { result } = (await answer.json()) as { result: { LinearFutures: { symbolName: string }[] } };
  return result.LinearFutures.at(-1)?.symbolName ?? '';
}
