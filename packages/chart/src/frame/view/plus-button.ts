import type { ChartTexts, TradeTool, WantedOrder } from '../../bridge/messages.ts';
import type { PricePoint } from '../engine/chart-engine.ts';
import { element } from './element.ts';
import { openMenu, type MenuChoice } from './menu.ts';

export interface PlusButton {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  setTools(tools: readonly TradeTool[]): void;
  /** At the crosshair's price; it disappears with the crosshair unless the pointer is on it. */
  place(at: PricePoint | undefined): void;
  /** Forgets its price, also under the pointer. */
  reset(): void;
  /** Menu choices at a price, once the page has reported the quantities of the orders. */
  choices(at: PricePoint): Promise<readonly MenuChoice[]>;
}

export interface PlusEvents {
  readonly wantOrder: (order: WantedOrder) => void;
  readonly quantities: (orders: readonly WantedOrder[]) => Promise<readonly string[]>;
  readonly addAlert: (price: number) => void;
  readonly drawLine: (at: PricePoint) => void;
  readonly planBracket: (side: WantedOrder['side'], price: number) => void;
  readonly writePrice: (value: number) => string;
  /** The newest price, which determines the kind of an order at another price. */
  readonly lastPrice: () => number | undefined;
}

type Kind = 'buyLimit' | 'sellStop' | 'sellLimit' | 'buyStop';
const ORDERS: { readonly [K in Kind]: Omit<WantedOrder, 'price'> } = {
  buyLimit: { side: 'Buy', type: 'limit' },
  sellStop: { side: 'Sell', type: 'stop' },
  sellLimit: { side: 'Sell', type: 'limit' },
  buyStop: { side: 'Buy', type: 'stop' },
};

/** Order kinds at a price. Below the last price: buy limit, sell stop. Otherwise: sell limit, buy stop. */
const kindsAt = (price: number, last: number): readonly Kind[] => (price < last ? ['buyLimit', 'sellStop'] : ['sellLimit', 'buyStop']);

/** A plus button at the crosshair's price on the axis: opens the actions at that price. */
export function createPlusButton(page: Document, events: PlusEvents): PlusButton {
  const root = element(page, 'button', 'chart-plus');
  root.type = 'button';
  root.hidden = true;
  root.setAttribute('aria-haspopup', 'menu');
  root.setAttribute('aria-expanded', 'false');
  root.textContent = '+';
  let texts: ChartTexts | undefined;
  let tools: readonly TradeTool[] = [];
  let shown: PricePoint | undefined;
  let wanted: PricePoint | undefined;

  const isHeld = (): boolean => root.getAttribute('aria-expanded') === 'true' || root.matches(':hover');

  function paint(): void {
    // Under the pointer it keeps its price; with the focus, until the pointer is at another price.
    const stays = isHeld() || (wanted === undefined && page.activeElement === root);
    if (!stays || shown === undefined) shown = wanted;
    root.hidden = shown === undefined;
    if (shown === undefined || texts === undefined) return;
    root.style.transform = `translate(${shown.x - root.offsetWidth}px, ${shown.y - root.offsetHeight / 2}px)`;
    root.setAttribute('aria-label', `${texts.plus} ${events.writePrice(shown.price)}`);
  }

  /** Orders at a price, each with its quantity, so that the user reads every value before it is filled in. */
  async function orderChoices(at: PricePoint, last: number, words: ChartTexts): Promise<readonly MenuChoice[]> {
    const kinds = kindsAt(at.price, last);
    const orders = kinds.map((kind) => ({ ...ORDERS[kind], price: at.price }));
    const quantities = await events.quantities(orders).catch((): readonly string[] => []);
    return orders.map((order, index) => {
      const { [index]: kind = 'buyLimit' } = kinds;
      const { [index]: note = '' } = quantities;
      return {
        label: `${words[`plus.${kind}`]} ${events.writePrice(at.price)}`,
        ...(note === '' ? {} : { note }),
        run: () => events.wantOrder(order),
      };
    });
  }

  async function choices(at: PricePoint, words: ChartTexts): Promise<readonly MenuChoice[]> {
    const last = events.lastPrice();
    const plans = (
      [
        ['Buy', 'long'],
        ['Sell', 'short'],
      ] as const
    ).map(([side, name]) => ({
      label: words[`bracket.${name}`],
      run: () => events.planBracket(side, at.price),
    }));
    const alert = {
      label: `${words['alert.at']} ${events.writePrice(at.price)}`,
      hint: 'Alt A',
      icon: 'alert',
      run: () => events.addAlert(at.price),
    } as const;
    const line = {
      label: `${words['tool.horizontalLine']} ${events.writePrice(at.price)}`,
      hint: 'Alt H',
      icon: 'horizontalLine',
      run: () => events.drawLine(at),
    } as const;
    const others = [alert, line];
    if (last === undefined) return others;
    const orders = tools.includes('order') ? await orderChoices(at, last, words) : [];
    return [...orders, ...(tools.includes('bracket') ? plans : []), ...others];
  }

  root.addEventListener('click', () => {
    const at = shown;
    if (at === undefined || texts === undefined) return;
    const label = root.getAttribute('aria-label') ?? '';
    void choices(at, texts).then((all) => {
      if (root.isConnected && shown === at) openMenu(root, label, [{ choices: all }]);
    });
  });
  for (const type of ['pointerleave', 'blur']) root.addEventListener(type, paint);

  return {
    root,
    choices: (at) => (texts === undefined ? Promise.resolve([]) : choices(at, texts)),
    setTexts: (words) => {
      texts = words;
    },
    setTools: (next) => {
      tools = next;
      paint();
    },
    place: (at) => {
      wanted = at;
      paint();
    },
    reset: () => {
      shown = wanted = undefined;
      paint();
    },
  };
}
