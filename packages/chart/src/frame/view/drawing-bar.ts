import type { ChartTexts } from '../../bridge/messages.ts';
import { hasLine } from '../drawings/lined-tools.ts';
import { DASHES, WIDTHS, type Drawing, type DrawingStyle } from '../drawings/drawing.ts';
import { element, setText } from './element.ts';
import { icon } from './icon.ts';
import { name, tool } from './tool-button.ts';

export interface DrawingBarEvents {
  readonly changeDrawing: (id: string, to: Partial<Pick<Drawing, 'style' | 'locked' | 'shown'>>) => void;
  readonly openDrawingTemplates: (button: HTMLButtonElement, drawing: Drawing) => void;
  readonly editDrawing: (id: string) => void;
  /** Opens a new alert on its lines. */
  readonly alertDrawing: (drawing: Drawing) => void;
  readonly copyDrawing: () => void;
  readonly removeDrawing: (id: string) => void;
}

export interface DrawingBar {
  readonly root: HTMLElement;
  setTexts(texts: ChartTexts): void;
  show(selected: Drawing | undefined): void;
}

/** Bar over the picture while a drawing is selected: its name, style and actions. */
export function createDrawingBar(page: Document, events: DrawingBarEvents): DrawingBar {
  const root = element(page, 'div', 'chart-drawing-bar');
  root.setAttribute('role', 'toolbar');
  root.hidden = true;
  const title = root.appendChild(element(page, 'span', 'chart-menu-label'));
  const colour = root.appendChild(element(page, 'input', 'chart-colour'));
  colour.type = 'color';
  const width = root.appendChild(tool(page));
  const dash = root.appendChild(tool(page));
  const [alert, templates, settings] = [tool(page, 'alert'), tool(page, 'template'), tool(page, 'settings')];
  const [lock, copy, remove] = [tool(page), tool(page, 'copy'), tool(page, 'trash')];
  templates.setAttribute('aria-haspopup', 'menu');
  templates.setAttribute('aria-expanded', 'false');
  root.append(alert, templates, settings, lock, copy, remove);
  let texts: ChartTexts | undefined;
  let shown: Drawing | undefined;

  const restyle = (to: Partial<DrawingStyle>): void => {
    if (shown !== undefined) events.changeDrawing(shown.id, { style: { ...shown.style, ...to } });
  };
  colour.addEventListener('change', () => restyle({ colour: colour.value }));
  width.addEventListener('click', () => shown && restyle({ width: after(WIDTHS, shown.style.width) }));
  dash.addEventListener('click', () => shown && restyle({ dash: after(DASHES, shown.style.dash) }));
  alert.addEventListener('click', () => shown && events.alertDrawing(shown));
  templates.addEventListener('click', () => shown && events.openDrawingTemplates(templates, shown));
  settings.addEventListener('click', () => shown && events.editDrawing(shown.id));
  lock.addEventListener('click', () => shown && events.changeDrawing(shown.id, { locked: !shown.locked }));
  copy.addEventListener('click', () => events.copyDrawing());
  remove.addEventListener('click', () => shown && events.removeDrawing(shown.id));

  function paint(): void {
    root.hidden = shown === undefined;
    if (texts === undefined || shown === undefined) return;
    const { style, locked, tool: of } = shown;
    const label = texts[`tool.${of}`];
    root.setAttribute('aria-label', label);
    setText(title, label);
    colour.value = style.colour;
    colour.setAttribute('aria-label', texts.colour);
    setText(width, `${style.width} px`);
    name(width, `${texts.width}: ${style.width} px`);
    setText(dash, texts[`dash.${style.dash}`]);
    name(dash, `${texts.lineStyle}: ${texts[`dash.${style.dash}`]}`);
    alert.hidden = !hasLine(of);
    name(alert, texts['alert.create']);
    name(templates, texts.template);
    name(settings, texts.drawingSettings);
    lock.replaceChildren(icon(page, locked ? 'lock' : 'unlock'));
    name(lock, locked ? texts.unlock : texts.lock);
    name(copy, texts.duplicate);
    name(remove, texts.remove);
    remove.disabled = locked;
  }

  return {
    root,
    setTexts: (words) => {
      texts = words;
      paint();
    },
    show: (selected) => {
      if (selected === shown) return;
      shown = selected;
      paint();
    },
  };
}

/** The next choice, cyclically. */
function after<T>(choices: readonly T[], now: T): T {
  return choices[(choices.indexOf(now) + 1) % choices.length] ?? now;
}
