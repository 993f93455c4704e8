import type { ChartTexts } from '../../bridge/messages.ts';
import {
  DASHES,
  LONGEST_NOTE,
  WIDTHS,
  standardStyle,
  type Anchor,
  type Dash,
  type Drawing,
  type DrawingStyle,
} from '../drawings/drawing.ts';
import { definitionOf } from '../drawings/registry.ts';
import { createZone } from '../model/zone.ts';
import type { DrawingTemplates } from '../template-dialogs.ts';
import { openDialog } from './dialog.ts';
import { element } from './element.ts';
import { checkbox, createForm, createTabs, fillSelect, labelled } from './form.ts';
import { numberInput } from './number-input.ts';
import { visibilityFields } from './visibility-fields.ts';

export interface DrawingSettingsOptions {
  readonly drawing: Drawing;
  readonly timezone: string;
  readonly priceDigits: number;
  readonly change: (to: Pick<Drawing, 'anchors' | 'style' | 'text' | 'hiddenOn'>) => void;
  /** Makes this style the default of the tool. */
  readonly keepStyle: (style: Drawing['style']) => void;
  readonly openTemplates: (button: HTMLButtonElement, templates: Omit<DrawingTemplates, 'tool'>) => void;
}

/** Maximum number of points listed. */
const MOST_COORDINATES = 10;
/** `2026-11-23T14:30`. */
const LOCAL_LENGTH = 16;

/** Style, text and coordinates of a drawing. */
export function openDrawingSettings(page: Document, texts: ChartTexts, options: DrawingSettingsOptions): void {
  const { drawing, change, keepStyle, openTemplates } = options;
  const { root, body, close } = openDialog(page, texts[`tool.${drawing.tool}`], texts.closeTable);
  root.classList.add('chart-go-to');
  const { form, finish } = createForm(body, texts);
  const tabs = createTabs(form, texts.drawingSettings, [
    { id: 'style', label: texts.style },
    { id: 'coordinates', label: texts.coordinates },
    { id: 'visibility', label: texts.visibility },
  ]);
  const style = tabs.get('style') as HTMLElement;
  const words = definitionOf(drawing.tool).asksText === true ? textField(style, texts, drawing.text) : undefined;
  const colour = labelled(style, 'input', texts.colour);
  colour.type = 'color';
  colour.classList.add('chart-colour');
  colour.value = drawing.style.colour;
  const width = labelled(style, 'select', texts.width);
  const widths = WIDTHS.map((value) => ({ value: String(value), label: `${value} px` }));
  fillSelect(width, widths, String(drawing.style.width));
  const dash = labelled(style, 'select', texts.lineStyle);
  const dashes = DASHES.map((value) => ({ value, label: texts[`dash.${value}`] }));
  fillSelect(dash, dashes, drawing.style.dash);
  const filled = checkbox(style, texts.filled, drawing.style.filled);
  const standard = checkbox(style, texts.keepStyle, false);
  const visibility = visibilityFields(tabs.get('visibility') as HTMLElement, texts, drawing.hiddenOn);
  const coordinates = coordinateFields(tabs.get('coordinates') as HTMLElement, texts, options);
  const read = (): DrawingStyle => ({
    colour: colour.value,
    width: Number(width.value),
    dash: dash.value as Dash,
    filled: filled.checked,
  });
  const fill = (to: DrawingStyle): void => {
    colour.value = to.colour;
    width.value = String(to.width);
    dash.value = to.dash;
    filled.checked = to.filled;
  };
  const restore = (to: DrawingStyle): void => {
    fill(to);
    standard.checked = true;
  };
  finish({
    submit: texts.ok,
    onCancel: close,
    onDefaults: () => {
      fill(standardStyle(drawing.tool));
      visibility.reset();
    },
    onTemplates: (button) => openTemplates(button, { read, apply: fill, restore }),
    onSubmit: () => {
      const to = read();
      change({ anchors: coordinates(), style: to, text: words?.value ?? drawing.text, hiddenOn: visibility.read() });
      if (standard.checked) keepStyle(to);
      close();
    },
  });
  (words ?? colour).focus();
}

function textField(form: HTMLElement, texts: ChartTexts, value: string): HTMLTextAreaElement {
  const line = form.appendChild(element(form.ownerDocument, 'label', 'chart-form-row'));
  line.appendChild(element(form.ownerDocument, 'span', 'chart-menu-label')).textContent = texts.words;
  const field = line.appendChild(element(form.ownerDocument, 'textarea', 'chart-field'));
  field.maxLength = LONGEST_NOTE;
  field.rows = 3;
  field.value = value;
  return field;
}

/** Time and price of each point; not for strokes, which have too many. */
function coordinateFields(
  part: HTMLElement,
  texts: ChartTexts,
  { drawing, timezone, priceDigits }: DrawingSettingsOptions,
): () => readonly Anchor[] {
  const zone = createZone(timezone);
  const fields = drawing.anchors.slice(0, MOST_COORDINATES).map((anchor, index) => {
    const time = labelled(part, 'input', `${texts.time} ${index + 1}`);
    time.type = 'datetime-local';
    time.required = true;
    const shown = new Date(anchor.time + zone.offset(anchor.time)).toISOString().slice(0, LOCAL_LENGTH);
    time.value = shown;
    const price = numberInput(part, texts, `${texts.price} ${index + 1}`);
    const shownPrice = anchor.price.toFixed(priceDigits);
    price.write(shownPrice);
    return () => {
      // Untouched fields keep the seconds and fractions of the anchor.
      const clock = Date.parse(`${time.value}Z`);
      return {
        time: time.value === shown ? anchor.time : clock - zone.offset(clock),
        price: price.field.value === shownPrice ? anchor.price : price.read(),
      };
    };
  });
  return () => [...fields.map((read) => read()), ...drawing.anchors.slice(MOST_COORDINATES)];
}
