import { slippagePresets, type MaxSlippage, type SlippageType } from '@tapedeck/client';
import { Select } from '@tapedeck/ui';
import { Tooltip } from '@tapedeck/ui/tooltip';
import { useState } from 'react';
import { textHook } from '../../../platform/texts.tsx';
import styles from '../order-form.module.css';
import { SlippageDialog } from '../entry-dialogs/slippage-dialog.tsx';
import english from './text.en.json';

const useText = textHook('order-slippage', english);

const TYPES = ['Percent', 'TickSize'] as const satisfies readonly SlippageType[];
const CUSTOM = 'custom';

interface SlippageLimitProps {
  readonly coin: string;
  readonly slippage: MaxSlippage | undefined;
  onChoose(slippage: MaxSlippage): void;
}

/** Explains the limit and, once it is on, selects it: one of a few, or any other in a dialog. */
export function SlippageLimit({ coin, slippage, onChoose }: SlippageLimitProps) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  const shown = (type: SlippageType, value: string) => text(type === 'Percent' ? 'slippage.percent' : 'slippage.ticks', { value });
  const items = ({ type, value }: MaxSlippage) => {
    const presets = slippagePresets(type, coin).map((preset) => ({ value: preset, label: shown(type, preset) }));
    const own = presets.some((preset) => preset.value === value)
      ? []
      : [{ value, label: text('slippage.customValue', { value: shown(type, value) }) }];
    return [...presets, ...own, { value: CUSTOM, label: text('slippage.custom') }];
  };
  return (
    <>
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
            onChange={(type) => onChoose({ type, value: slippagePresets(type, coin)[0] ?? '' })}
          />
          <Select
            bare
            label={text('slippage.choose')}
            value={slippage.value}
            items={items(slippage)}
            onChange={(value) => (value === CUSTOM ? setAsking(true) : onChoose({ type: slippage.type, value }))}
          />
        </span>
      )}
      {asking && slippage !== undefined && <SlippageDialog type={slippage.type} onChoose={onChoose} onClose={() => setAsking(false)} />}
    </>
  );
}
