import type { ChartTexts } from '../../bridge/messages.ts';
import { SCALE_MODES, type ChartDocument } from '../document/chart-document.ts';
import type { MenuGroup } from './menu.ts';
import type { ToolbarEvents } from './toolbar.ts';

export interface ScaleState {
  readonly document: ChartDocument;
  readonly isAuto: boolean;
}

/** Menu choices for the price scale. */
export function scaleGroups(
  texts: ChartTexts,
  { document: { scale }, isAuto }: ScaleState,
  { command, setAuto }: Pick<ToolbarEvents, 'command' | 'setAuto'>,
): readonly MenuGroup[] {
  const keys: { readonly [K in (typeof SCALE_MODES)[number]]?: string } = { percent: 'Alt P', log: 'Alt L' };
  return [
    {
      heading: texts.scale,
      choices: [
        { label: texts.auto, isChecked: isAuto, run: () => setAuto(!isAuto) },
        { label: texts.lockRatio, isChecked: scale.locked, run: () => command({ kind: 'lockRatio', to: !scale.locked }) },
        { label: texts.invert, hint: 'Alt I', isChecked: scale.inverted, run: () => command({ kind: 'setInverted', to: !scale.inverted }) },
      ],
    },
    {
      choices: SCALE_MODES.map((mode) => ({
        label: texts[`scale.${mode}`],
        ...(keys[mode] === undefined ? {} : { hint: keys[mode] }),
        isChecked: scale.mode === mode,
        run: () => command({ kind: 'setScaleMode', to: mode }),
      })),
    },
  ];
}
