import type { BracketEstimate, ChartTexts, PlannedBracket } from '../../bridge/messages.ts';
import { RISK_UNITS } from '../../bridge/trading.ts';
import type { TradingView } from '../engine/chart-engine.ts';
import { movedBracket, newBracket, type BracketPart } from '../trading/bracket.ts';
import { element, setText } from './element.ts';
import { asNumberInput } from './number-input.ts';

export interface BracketEvents {
  /** The plan changed. */
  readonly moved: (plan: PlannedBracket) => void;
  readonly used: (plan: PlannedBracket, use: 'send' | 'form') => void;
  readonly closed: () => void;
}

export interface BracketView {
  show(estimate: BracketEstimate): void;
  /** Sending or filling in was cancelled or refused: the plan stays. */
  goOn(): void;
  remove(): void;
}

const PARTS: readonly BracketPart[] = ['target', 'entry', 'stop'];
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
  ['PageUp', 100],
  ['PageDown', -100],
]);
const FAR = 10;
const GAP = 12;
/** Approximate size of the fields and buttons below a plan. */
const FOOT_HEIGHT = 84;
/** Kept from one plan to the next. */
let lastRisk: PlannedBracket['risk'] = { unit: 'percent', value: '1' };

interface BracketOptions {
  readonly picture: HTMLElement;
  readonly texts: ChartTexts;
  readonly trading: TradingView;
  readonly start: { readonly side: PlannedBracket['side']; readonly price: number };
  readonly events: BracketEvents;
}

/** Opens a trade plan over the bars: three prices to drag, its risk and its actions. */
export function openBracket(options: BracketOptions): BracketView {
  return new OpenBracket(options);
}

class OpenBracket implements BracketView {
  private readonly options: BracketOptions;
  private readonly root: HTMLElement;
  private readonly zones: { readonly gain: HTMLElement; readonly loss: HTMLElement };
  private readonly handles = new Map<BracketPart, HTMLButtonElement>();
  private readonly foot: HTMLElement;
  private readonly problem: HTMLElement;
  private readonly buttons: readonly HTMLButtonElement[];
  private plan: PlannedBracket;
  private frame = 0;
  private told: PlannedBracket | undefined;
  /** Plan before the current drag; `undefined` when no drag is in progress. */
  private before: PlannedBracket | undefined;

  constructor(options: BracketOptions) {
    this.options = options;
    const { picture, texts, trading, start } = options;
    const page = picture.ownerDocument;
    this.plan = newBracket(start.side, start.price, lastRisk, trading.scale());
    this.root = element(page, 'section', 'chart-bracket');
    this.root.setAttribute('aria-label', start.side === 'Buy' ? texts['bracket.long'] : texts['bracket.short']);
    this.root.dataset['side'] = start.side;
    this.zones = {
      gain: this.root.appendChild(element(page, 'div', 'chart-bracket-gain')),
      loss: this.root.appendChild(element(page, 'div', 'chart-bracket-loss')),
    };
    for (const part of PARTS) this.handles.set(part, this.createHandle(part));
    this.foot = this.root.appendChild(element(page, 'div', 'chart-bracket-foot'));
    this.createRisk();
    this.buttons = [
      this.createButton(texts['bracket.send'], 'chart-bracket-send', () => this.use('send')),
      this.createButton(texts['bracket.form'], '', () => this.use('form')),
    ];
    this.createButton('\u00d7', '', () => this.close()).setAttribute('aria-label', texts['bracket.close']);
    this.problem = this.foot.appendChild(element(page, 'p', 'chart-drag-problem'));
    this.problem.setAttribute('role', 'status');
    this.root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      if (this.before === undefined) this.close();
      else this.revert();
    });
    picture.append(this.root);
    this.follow();
    this.handles.get('entry')?.focus();
  }

  show({ target, entry, stop, ratio, note, problem }: BracketEstimate): void {
    const words = { target: `${target}  ${ratio} R`, entry, stop: `${stop}  1 R` };
    for (const part of PARTS) {
      const handle = this.handles.get(part);
      const said = words[part];
      const caption = handle?.querySelector('.chart-bracket-words');
      if (handle === undefined || !(caption instanceof HTMLElement)) continue;
      setText(caption, said);
      handle.setAttribute('aria-valuetext', `${this.written(part)} ${said}`);
    }
    setText(this.problem, problem === '' ? note : problem);
    this.problem.dataset['tone'] = problem === '' ? 'plain' : 'down';
    for (const button of this.buttons) button.disabled = false;
    const [send] = this.buttons;
    if (send !== undefined) send.disabled = problem !== '';
  }

  goOn(): void {
    for (const button of this.buttons) button.disabled = false;
    this.told = undefined;
  }

  remove(): void {
    const view = this.root.ownerDocument.defaultView;
    view?.cancelAnimationFrame(this.frame);
    this.root.remove();
  }

  private close(): void {
    this.remove();
    this.options.events.closed();
  }

  private use(use: 'send' | 'form'): void {
    for (const button of this.buttons) button.disabled = true;
    this.options.events.used(this.plan, use);
  }

  private written(part: BracketPart): string {
    return this.options.trading.write(this.plan[part]);
  }

  private createButton(label: string, look: string, press: () => void): HTMLButtonElement {
    const button = this.foot.appendChild(element(this.root.ownerDocument, 'button', `chart-line-button ${look}`.trim()));
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', press);
    return button;
  }

  private createRisk(): void {
    const page = this.root.ownerDocument;
    const { texts } = this.options;
    const label = this.foot.appendChild(element(page, 'label', 'chart-bracket-risk'));
    label.append(texts['bracket.risk']);
    const value = label.appendChild(page.createElement('input'));
    value.maxLength = 20;
    value.value = this.plan.risk.value;
    const risk = asNumberInput(value, texts, { min: 0 });
    const unit = label.appendChild(page.createElement('select'));
    unit.setAttribute('aria-label', texts['bracket.unit']);
    for (const one of RISK_UNITS) unit.add(new Option(texts[`bracket.${one}`], one));
    unit.value = this.plan.risk.unit;
    const changed = (): void => {
      const chosen = RISK_UNITS.find((one) => one === unit.value) ?? 'percent';
      lastRisk = { unit: chosen, value: risk.written() };
      this.plan = { ...this.plan, risk: lastRisk };
    };
    value.addEventListener('input', changed);
    unit.addEventListener('change', changed);
  }

  private createHandle(part: BracketPart): HTMLButtonElement {
    const page = this.root.ownerDocument;
    const handle = this.root.appendChild(element(page, 'button', 'chart-bracket-handle'));
    handle.type = 'button';
    handle.dataset['part'] = part;
    handle.setAttribute('role', 'slider');
    handle.setAttribute('aria-label', this.options.texts[`bracket.${part}`]);
    handle.setAttribute('aria-orientation', 'vertical');
    handle.append(element(page, 'span', 'chart-bracket-price'), element(page, 'span', 'chart-bracket-words'));
    let grabbed: { readonly y: number; readonly at: number } | undefined;
    handle.addEventListener('pointerdown', (event) => {
      handle.setPointerCapture(event.pointerId);
      this.before = this.plan;
      grabbed = { y: this.options.trading.scale().yOf(this.plan[part]), at: event.clientY };
    });
    handle.addEventListener('pointermove', (event) => {
      if (grabbed === undefined || this.before === undefined) return;
      const { priceAt, step, height } = this.options.trading.scale();
      const y = Math.min(height, Math.max(0, grabbed.y + event.clientY - grabbed.at));
      this.plan = movedBracket(this.plan, part, priceAt(y), step);
    });
    const letGo = (): void => {
      grabbed = undefined;
      this.before = undefined;
    };
    handle.addEventListener('pointerup', letGo);
    handle.addEventListener('pointercancel', () => {
      this.revert();
      letGo();
    });
    handle.addEventListener('keydown', (event) => {
      const steps = STEPS.get(event.key);
      if (steps === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const { step } = this.options.trading.scale();
      this.plan = movedBracket(this.plan, part, this.plan[part] + steps * (event.shiftKey ? FAR : 1) * step, step);
    });
    return handle;
  }

  private revert(): void {
    if (this.before !== undefined) this.plan = this.before;
    this.before = undefined;
  }

  /** The view moves under an open plan with every bar: places it once per frame, and reports a changed plan. */
  private follow(): void {
    this.frame = this.root.ownerDocument.defaultView?.requestAnimationFrame(() => this.follow()) ?? 0;
    this.place();
    if (this.told === this.plan) return;
    this.told = this.plan;
    this.options.events.moved(this.plan);
  }

  private place(): void {
    const { yOf, height } = this.options.trading.scale();
    const y = { target: yOf(this.plan.target), entry: yOf(this.plan.entry), stop: yOf(this.plan.stop) };
    span(this.zones.gain, y.target, y.entry);
    span(this.zones.loss, y.stop, y.entry);
    for (const [part, handle] of this.handles) {
      style(handle, 'transform', `translateY(${y[part]}px)`);
      const price = handle.querySelector('.chart-bracket-price');
      if (price instanceof HTMLElement) setText(price, `${this.options.texts[`bracket.${part}`]} ${this.written(part)}`);
      if (handle.getAttribute('aria-valuenow') !== String(this.plan[part])) handle.setAttribute('aria-valuenow', String(this.plan[part]));
    }
    // Below the plan, or above it where it would cover the lower line.
    const ends = Object.values(y);
    const below = Math.max(...ends) + GAP;
    const above = Math.max(0, Math.min(...ends) - GAP - FOOT_HEIGHT);
    style(this.foot, 'transform', `translateY(${below + FOOT_HEIGHT <= height ? below : above}px)`);
  }
}

function span(zone: HTMLElement, from: number, to: number): void {
  style(zone, 'transform', `translateY(${Math.min(from, to)}px)`);
  style(zone, 'height', `${Math.abs(to - from)}px`);
}

/** Writes only changes, which avoids layout while the plan does not move. */
function style(node: HTMLElement, name: 'transform' | 'height', value: string): void {
  if (node.style[name] !== value) node.style[name] = value;
}
