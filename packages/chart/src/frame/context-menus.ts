import type { ChartTexts } from '../bridge/messages.ts';
import type { Point } from './input/grip.ts';
import type { ChartEngine } from './engine/chart-engine.ts';
import type { MenuTarget } from './engine/menu-target.ts';
import { ofBarsOnly } from './document/figures.ts';
import { movesOf } from './document/drawing-order.ts';
import type { DocumentHistory } from './document/history.ts';
import { PRICE_PANE } from './document/panes.ts';
import { hasLine } from './drawings/lined-tools.ts';
import type { PaneController } from './pane-controller.ts';
import type { Shown } from './shown.ts';
import type { Tools } from './tools.ts';
import { zoneChoices } from './view/zones.ts';
import { element } from './view/element.ts';
import { openMenu, type MenuChoice, type MenuGroup } from './view/menu.ts';
import { scaleGroups } from './view/scale-groups.ts';
import { compareName, studyName } from './view/study-name.ts';

export interface ContextParts {
  readonly picture: HTMLElement;
  readonly canvas: HTMLElement;
  readonly shown: Shown;
  readonly history: DocumentHistory;
  readonly engine: ChartEngine;
  readonly tools: Tools;
  readonly panes: PaneController;
  /** Menu choices for an order or an alert at a price. */
  readonly tradeChoices: (at: Point & { readonly price: number }) => Promise<readonly MenuChoice[]>;
  readonly say: (text: string) => void;
}

/** The menu of what stands at a place of the picture, ready to be opened. */
export async function contextMenu(parts: ContextParts, target: MenuTarget): Promise<() => void> {
  const { shown } = parts;
  const { ticker } = shown.symbol;
  const menu = await menuOf(parts, target, shown.texts);
  return () => {
    // Another symbol may have come while the quantities were on their way.
    if (shown.symbol.ticker === ticker) openAt(parts, target, menu);
  };
}

/** The focus goes back to the chart. */
function openAt({ picture, canvas }: ContextParts, target: MenuTarget, { label, groups }: Menu): void {
  for (const open of picture.querySelectorAll('.chart-context')) open.remove();
  // On a canvas nothing can be opened, so an unseen button stands where the menu is wanted.
  const anchor = element(picture.ownerDocument, 'button', 'chart-anchor chart-context');
  anchor.type = 'button';
  anchor.tabIndex = -1;
  anchor.setAttribute('aria-hidden', 'true');
  anchor.style.transform = `translate(${target.x}px, ${target.y}px)`;
  picture.append(anchor);
  openMenu(
    anchor,
    label,
    groups.filter(({ choices }) => choices.length > 0),
    () => {
      anchor.remove();
      return canvas;
    },
  );
}

interface Menu {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
}

async function menuOf(parts: ContextParts, target: MenuTarget, texts: ChartTexts): Promise<Menu> {
  const { subject } = target;
  switch (subject.kind) {
    case 'drawing':
      return drawingMenu(parts, subject.id, texts);
    case 'study':
      return studyMenu(parts, subject.id, texts);
    case 'priceAxis':
      return { label: texts.scale, groups: axisGroups(parts, texts) };
    case 'timeAxis':
      return { label: texts.zone, groups: timeGroups(parts, texts) };
    case 'chart':
      return { label: texts.chart, groups: chartGroups(parts, target, await parts.tradeChoices(target)) };
  }
}

function chartGroups(
  { engine, tools, panes, history, shown, say }: ContextParts,
  target: MenuTarget,
  tradeChoices: readonly MenuChoice[],
): MenuGroup[] {
  const { texts } = shown;
  const { drawings, studies } = history.document;
  const price = engine.trading.write(target.price);
  const mine = drawings.filter(({ ticker, locked }) => ticker === shown.symbol.ticker && !locked).length;
  const copy = (): void =>
    void navigator.clipboard.writeText(String(target.price)).then(
      () => say(texts.priceCopied),
      () => say(texts.copyRefused),
    );
  const removeStudies = { kind: 'several', commands: studies.map(({ id }) => ({ kind: 'removeStudy', id }) as const) } as const;
  return [
    { choices: [{ label: texts.resetView, hint: 'Alt R', run: tools.resetView }, ...paneChoices(panes, PRICE_PANE, texts)] },
    {
      choices: [
        { label: texts.copyPrice, icon: 'copy', note: price, run: copy },
        ...(engine.drawings.hasCopy ? [{ label: texts.paste, hint: 'Ctrl V', run: () => engine.drawings.paste() }] : []),
      ],
    },
    { choices: tradeChoices },
    {
      choices: (['verticalLine', 'crossLine'] as const).map((tool) => ({
        label: `${texts.drawHere} ${texts[`tool.${tool}`]}`,
        icon: tool,
        run: () => engine.drawings.placeAt(tool, target),
      })),
    },
    {
      choices: [
        { label: texts.indicators, icon: 'indicators', hint: '/', run: tools.openIndicators },
        { label: texts.objectTree, run: tools.openObjectTree },
        { label: texts.dataWindow, run: tools.openDataWindow },
        { label: texts.table, icon: 'table', run: tools.openTable },
      ],
    },
    {
      choices: [
        ...(mine > 0 ? [{ label: `${texts.removeDrawings}: ${mine}`, icon: 'trash' as const, run: tools.removeDrawings }] : []),
        ...(studies.length > 0
          ? [{ label: `${texts.removeStudies}: ${studies.length}`, icon: 'trash' as const, run: () => tools.command(removeStudies) }]
          : []),
      ],
    },
    { choices: [{ label: texts.allSettings, icon: 'settings', run: tools.openSettings }] },
  ];
}

function drawingMenu({ engine, tools, history }: ContextParts, id: string, texts: ChartTexts): Menu {
  const drawing = history.document.drawings.find((one) => one.id === id);
  if (drawing === undefined) return { label: texts.drawings, groups: [] };
  const { tool, locked } = drawing;
  return {
    label: texts[`tool.${tool}`],
    groups: [
      {
        choices: [
          { label: texts.drawingSettings, icon: 'settings', hint: 'Enter', run: () => tools.editDrawing(id) },
          ...(hasLine(tool) ? [{ label: texts['alert.create'], icon: 'alert' as const, run: () => tools.alertDrawing(drawing) }] : []),
        ],
      },
      {
        choices: [
          { label: texts.copyDrawing, icon: 'copy', hint: 'Ctrl C', run: () => engine.drawings.copy() },
          { label: texts.duplicate, hint: 'Ctrl D', run: tools.copyDrawing },
          {
            label: locked ? texts.unlock : texts.lock,
            icon: locked ? 'unlock' : 'lock',
            run: () => tools.changeDrawing(id, { locked: !locked }),
          },
          { label: texts.hide, icon: 'eyeOff', run: () => tools.changeDrawing(id, { shown: false }) },
        ],
      },
      { choices: locked ? [] : [{ label: texts.remove, icon: 'trash', hint: 'Delete', run: () => tools.removeDrawing(id) }] },
      {
        heading: texts.order,
        choices: movesOf(history.document.drawings, drawing).map((to) => ({
          label: texts[`order.${to}`],
          run: () => tools.command({ kind: 'orderDrawing', id, to }),
        })),
      },
    ],
  };
}

/** Menu choices for the pane with this id; empty when the item has no pane of its own. */
function paneChoices(panes: PaneController, id: string, texts: ChartTexts): readonly MenuChoice[] {
  const { canMove, canToggle, isMaximised, move, toggle } = panes;
  if (!panes.has(id)) return [];
  return [
    ...(canMove(id, -1) ? [{ label: texts['pane.up'], icon: 'up' as const, run: () => move(id, -1) }] : []),
    ...(canMove(id, 1) ? [{ label: texts['pane.down'], icon: 'down' as const, run: () => move(id, 1) }] : []),
    ...(canToggle()
      ? [
          {
            label: isMaximised() ? texts['pane.restore'] : texts['pane.maximise'],
            icon: isMaximised() ? ('restore' as const) : ('maximise' as const),
            run: () => toggle(id),
          },
        ]
      : []),
  ];
}

function studyMenu({ tools, panes, history }: ContextParts, id: string, texts: ChartTexts): Menu {
  const { studies, compares } = history.document;
  const study = studies.find((entry) => entry.id === id);
  const compare = compares.find((entry) => entry.id === id);
  const shown = (study ?? compare)?.shown === true;
  const compared = compare === undefined ? texts.compare : compareName(compare, texts);
  return {
    label: study === undefined ? compared : studyName(study, studies, texts),
    groups: [
      {
        choices: [
          ...(study === undefined
            ? []
            : [
                { label: texts.allSettings, icon: 'settings' as const, run: () => tools.openStudy(id) },
                ...(ofBarsOnly(studies).includes(study)
                  ? [{ label: texts['alert.create'], icon: 'alert' as const, run: () => tools.alertStudy(id) }]
                  : []),
              ]),
          { label: shown ? texts.hide : texts.show, icon: shown ? 'eyeOff' : 'eye', run: () => tools.toggleStudy(id) },
        ],
      },
      { choices: paneChoices(panes, id, texts) },
      { choices: [{ label: texts.remove, icon: 'trash', run: () => tools.removeStudy(id) }] },
    ],
  };
}

function axisGroups({ engine, tools, history }: ContextParts, texts: ChartTexts): readonly MenuGroup[] {
  const state = { document: history.document, isAuto: engine.view.isAuto() };
  return [...scaleGroups(texts, state, tools), { choices: [{ label: texts.allSettings, icon: 'settings', run: tools.openSettings }] }];
}

function timeGroups({ picture, tools, history }: ContextParts, texts: ChartTexts): readonly MenuGroup[] {
  return [
    {
      choices: [
        { label: texts.resetView, hint: 'Alt R', run: tools.resetView },
        { label: texts.goTo, icon: 'calendar', hint: 'Alt G', run: tools.openGoTo },
      ],
    },
    {
      heading: texts.zone,
      choices: zoneChoices(picture.ownerDocument, texts, { inUse: history.document.timezone, command: tools.command }),
    },
  ];
}
