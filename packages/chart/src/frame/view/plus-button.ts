import type { ChartTexts, TradeTool, WantedOrder } from '../../bridge/messages.ts';
import type { PricePoint } from '../engine/chart-engine.ts';
import { element } from './element.ts';
import { openMenu, type MenuChoice } from './menu.ts';

export interface PlusButton {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  setTools(tools: readonly TradeTool[]): void;
  /** At the crosshair's price; it goes with the crosshair unless somebody is about to press it. */
  place(at: PricePoint | undefined): void;
  /** What it offers at a price. */
  choices(at: PricePoint): readonly MenuChoice[];
}

export interface PlusEvents {
  readonly wantOrder: (order: WantedOrder) => void;
  readonly addAlert: (price: number) => void;
  readonly drawLine: (at: PricePoint) => void;
  readonly planBracket: (side: WantedOrder['side'], price: number) => void;
  readonly writePrice: (value: number) => string;
  /** The newest price, which says what an order at another price is. */
  readonly lastPrice: () => number | undefined;
}

type Kind = 'buyLimit' | 'sellStop' | 'sellLimit' | 'buyStop';
const ORDERS: { readonly [K in Kind]: Omit<WantedOrder, 'price'> } = {
  buyLimit: { side: 'Buy', type: 'limit' },
  sellStop: { side: 'Sell', type: 'stop' },
  sellLimit: { side: 'Sell', type: 'limit' },
  buyStop: { side: 'Buy', type: 'stop' },
};

/** What can be wanted at a price: below the market a buy rests and a sell waits, above it the other way round. */
const kindsAt = (price: number, last: number): readonly Kind[] => (price < last ? ['buyLimit', 'sellStop'] : ['sellLimit', 'buyStop']);

/** A plus where the crosshair's price meets the axis: it opens what can be done at that price. */
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
    // Under the pointer it stays at the price that it was reached for; with the focus, until another price is pointed at.
    const stays = isHeld() || (wanted === undefined && page.activeElement === root);
    if (!stays || shown === undefined) shown = wanted;
    root.hidden = shown === undefined;
    if (shown === undefined || texts === undefined) return;
    root.style.transform = `translate(${shown.x - root.offsetWidth}px, ${shown.y - root.offsetHeight / 2}px)`;
    root.setAttribute('aria-label', `${texts.plus} ${events.writePrice(shown.price)}`);
  }

  function choices(at: PricePoint, words: ChartTexts): readonly MenuChoice[] {
    const last = events.lastPrice();
    const orders = kindsAt(at.price, last ?? 0).map((kind) => ({
      label: `${words[`plus.${kind}`]} ${events.writePrice(at.price)}`,
      run: () => events.wantOrder({ ...ORDERS[kind], price: at.price }),
    }));
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
    return last === undefined
      ? others
      : [...(tools.includes('order') ? orders : []), ...(tools.includes('bracket') ? plans : []), ...others];
  }

  root.addEventListener('click', () => {
    if (shown !== undefined && texts !== undefined)
      openMenu(root, root.getAttribute('aria-label') ?? '', [{ choices: choices(shown, texts) }]);
  });
  for (const type of ['pointerleave', 'blur']) root.addEventListener(type, paint);

  return {
    root,
    choices: (at) => (texts === undefined ? [] : choices(at, texts)),
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
  };
}
