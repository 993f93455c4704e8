import { slippagePresets, toggledSlippage, type MaxSlippage, type SlippageType } from '@tapedeck/client';
import { Checkbox, Select } from '@tapedeck/ui';
import { Tooltip } from '@tapedeck/ui/tooltip';
import { useState } from 'react';
import { keepChoice, readChoice } from '../../platform/storage.ts';
import { useSelected } from '../../platform/use-readable.ts';
import styles from './order-form.module.css';
import { SlippageDialog } from './slippage-dialog.tsx';
import { useOrderFormText } from './texts.ts';
import type { Part } from './use-field-error.ts';

const TYPES = ['Percent', 'TickSize'] as const satisfies readonly SlippageType[];
const CUSTOM = 'custom';

/** The limit chosen last for a coin on this machine, if it reads like one. */
function keptLimit(coin: string): MaxSlippage | undefined {
  const [kind, value = ''] = (readChoice(`slippage.${coin}`) ?? '').split(':');
  const type = TYPES.find((known) => known === kind);
  return type === undefined || !/^\d+(\.\d+)?$/.test(value) ? undefined : { type, value };
}

/** Switches the limit on, and chooses it: one of a few, or any other in a dialog. */
export function SlippageLimit({ form }: Part) {
  const text = useOrderFormText();
  const slippage = useSelected(form.draft, (draft) => draft.slippage);
  const [asking, setAsking] = useState(false);
  const coin = form.feed.instrument.baseCoin;
  const choose = (next: MaxSlippage | undefined) => {
    form.dispatch({ type: 'slippageChosen', slippage: next });
    if (next !== undefined) keepChoice(`slippage.${coin}`, `${next.type}:${next.value}`);
  };
  const shown = (type: SlippageType, value: string) => text(type === 'Percent' ? 'slippage.percent' : 'slippage.ticks', { value });
  const items = ({ type, value }: MaxSlippage) => {
    const presets = slippagePresets(type, coin).map((preset) => ({ value: preset, label: shown(type, preset) }));
    const own = presets.some((preset) => preset.value === value)
      ? []
      : [{ value, label: text('slippage.customValue', { value: shown(type, value) }) }];
    return [...presets, ...own, { value: CUSTOM, label: text('slippage.custom') }];
  };
  return (
    <div className={styles['option']}>
      <Checkbox checked={slippage !== undefined} onChange={(on) => choose(toggledSlippage(on, coin, keptLimit(coin)))}>
        {text('slippage.toggle')}
      </Checkbox>
      <Tooltip text={text('slippage.tip')}>
        <button type="button" className={styles['hint']} aria-label={text('slippage.tip')}>
          ?
        </button>
      </Tooltip>
      {slippage !== undefined && (
        <span className={styles['end']}>
          <Select
            bare
            label={text('slippage.typeLabel')}
            value={slippage.type}
            items={TYPES.map((value) => ({ value, label: text(`slippage.type.${value}`) }))}
            onChange={(type) => choose({ type, value: slippagePresets(type, coin)[0] ?? '' })}
          />
          <Select
            bare
            label={text('slippage.choose')}
            value={slippage.value}
            items={items(slippage)}
            onChange={(value) => (value === CUSTOM ? setAsking(true) : choose({ type: slippage.type, value }))}
          />
        </span>
      )}
      {asking && slippage !== undefined && <SlippageDialog type={slippage.type} onChoose={choose} onClose={() => setAsking(false)} />}
    </div>
  );
}
