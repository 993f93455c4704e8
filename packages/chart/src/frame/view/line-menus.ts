import type { ChartLine, ChartTexts } from '../../bridge/messages.ts';
import { spokenLine } from '../../bridge/trading.ts';
import { LINE_GROUPS, LINE_LENGTHS, LINE_WIDTHS, type ChartDocument, type DocumentCommand } from '../document/chart-document.ts';
import { toggled } from '../trading/line-look.ts';
import type { Point } from '../input/grip.ts';
import { element } from './element.ts';
import { openMenu, type MenuGroup } from './menu.ts';

/** Visibility and style of the trade lines. */
export function lineGroups(
  texts: ChartTexts,
  { trading }: ChartDocument,
  command: (command: DocumentCommand) => void,
): readonly MenuGroup[] {
  const { shown } = trading;
  return [
    {
      choices: LINE_GROUPS.map((group) => ({
        label: texts[`lines.${group}`],
        isChecked: shown.includes(group),
        run: () => command({ kind: 'setTrading', to: { shown: toggled(shown, group) } }),
      })),
    },
    {
      heading: texts.lineWidth,
      choices: LINE_WIDTHS.map((width) => ({
        label: texts[`lineWidth.${width}`],
        isChecked: trading.width === width,
        run: () => command({ kind: 'setTrading', to: { width } }),
      })),
    },
    {
      heading: texts.lineLength,
      choices: LINE_LENGTHS.map((length) => ({
        label: texts[`lineLength.${length}`],
        isChecked: trading.length === length,
        run: () => command({ kind: 'setTrading', to: { length } }),
      })),
    },
  ];
}

export interface LineMenus {
  readonly root: HTMLElement;
  /** Opens at a place of the picture: the buttons of one line, or the choice among several. */
  open(lines: readonly ChartLine[], at: Point): void;
}

export interface LineMenuEvents {
  readonly lineButton: (lineId: string, buttonId: string) => void;
  readonly pinLine: (lineId: string) => void;
  /** Formatted as on the axis. */
  readonly writePrice: (value: number) => string;
}

/** Menus of labels. They open from an invisible button at the label, because a canvas has no focusable elements. */
export function createLineMenus(page: Document, events: LineMenuEvents): LineMenus {
  const anchor = element(page, 'button', 'chart-anchor');
  anchor.type = 'button';
  anchor.tabIndex = -1;
  // The list of lines offers the same by name.
  anchor.setAttribute('aria-hidden', 'true');

  function groups(lines: readonly ChartLine[]): readonly MenuGroup[] {
    const [first, ...others] = lines;
    if (first !== undefined && others.length === 0)
      return [
        {
          heading: `${spokenLine(first)} ${events.writePrice(first.price)}`,
          choices: first.buttons.map(({ id, label }) => ({ label, run: () => events.lineButton(first.id, id) })),
        },
      ];
    const byPrice = lines.toSorted((a, b) => b.price - a.price);
    return [
      {
        choices: byPrice.map((line) => ({
          label: spokenLine(line),
          note: events.writePrice(line.price),
          run: () => events.pinLine(line.id),
        })),
      },
    ];
  }

  return {
    root: anchor,
    open: (lines, { x, y }) => {
      const [first] = lines;
      if (first === undefined || (lines.length === 1 && first.buttons.length === 0)) return;
      anchor.style.transform = `translate(${x}px, ${y}px)`;
      const label = lines.length === 1 ? spokenLine(first) : `+${lines.length}`;
      anchor.setAttribute('aria-label', label);
      openMenu(anchor, label, groups(lines));
    },
  };
}
