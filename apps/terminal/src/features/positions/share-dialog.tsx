import { moneyUnits, positionSideOf, rateUnits } from '@tapedeck/domain';
import { Button, Checkbox } from '@tapedeck/ui';
import { Dialog } from '@tapedeck/ui/dialog';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useMarginTerms } from '../../platform/margin-terms.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { theme, token } from '../../platform/theme.ts';
import { coinDigits, priceText, signedMoneyText, signedPercentText } from '../../platform/values.ts';
import styles from './positions.module.css';
import { drawPosition, PICTURE, type PictureStyle, type SharedPosition } from './share-picture.ts';
import { usePositionsText } from './texts.ts';

const pictureStyle = (): PictureStyle => ({
  ...{ ground: token('--ground'), panel: token('--surface'), line: token('--line'), text: token('--text'), muted: token('--text-muted') },
  ...{ up: token('--up'), down: token('--down'), accent: token('--accent'), font: token('--font'), mono: token('--mono') },
});

/** What is shared of the position as it stands at the press; `undefined` once it is closed. */
function useShared(positionKey: string, withProfit: boolean): SharedPosition | undefined {
  const { account } = useClient();
  const text = usePositionsText();
  const common = useCommonText();
  const formats = useFormats();
  const terms = useMarginTerms();
  const [view] = useState(() => account.position(positionKey).get());
  const [now] = useState(() => Date.now());
  if (view === undefined) return undefined;
  const { instrument, record, unrealisedPnl, roi } = view;
  const side = common(positionSideOf(record.side) === 'LONG' ? 'long' : 'short');
  return {
    product: text('shareProduct'),
    symbol: instrument.symbol,
    terms: `${side}  ${terms(record.marginMode, record.leverage)}`,
    isGain: unrealisedPnl === undefined || moneyUnits(unrealisedPnl) >= 0n,
    roi: roi === undefined ? '--' : rateUnits(roi) === 0n ? '0.00%' : signedPercentText(formats, roi, 2),
    profit: withProfit
      ? `${signedMoneyText(formats, unrealisedPnl, coinDigits(instrument.settleCoin))} ${instrument.settleCoin}`
      : undefined,
    facts: [
      [text('entry'), priceText(formats, view.entryPrice, instrument)],
      [text('mark'), priceText(formats, view.markPrice, instrument)],
    ],
    footer: formats.dateTime(now),
  };
}

/** Stands apart from the dialog: its element is there only once the dialog has opened. */
function Picture({ shared, onDrawn }: { shared: SharedPosition; onDrawn: (canvas: HTMLCanvasElement) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = (): void => {
      if (canvas.current === null) return;
      drawPosition(canvas.current, shared, pictureStyle());
      onDrawn(canvas.current);
    };
    draw();
    return theme.subscribe(draw);
  });
  return (
    <canvas
      ref={canvas}
      className={styles['picture']}
      width={PICTURE.width}
      height={PICTURE.height}
      role="img"
      aria-label={[shared.symbol, shared.terms, shared.roi, shared.profit ?? ''].join(' ')}
    />
  );
}

/** A picture of the position's profit, drawn here, to look at and to keep as a file. */
export function ShareDialog({ positionKey, onClose }: { positionKey: string; onClose: () => void }) {
  const text = usePositionsText();
  const common = useCommonText();
  const [withProfit, setWithProfit] = useState(true);
  const drawn = useRef<HTMLCanvasElement>(undefined);
  const shared = useShared(positionKey, withProfit);
  if (shared === undefined) return null;
  const download = (): void => {
    const link = document.createElement('a');
    link.href = drawn.current?.toDataURL('image/png') ?? '';
    link.download = `${shared.symbol}.png`;
    link.click();
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text('shareTitle')}
      closeLabel={common('close')}
      footer={<Button onClick={download}>{text('shareDownload')}</Button>}
    >
      <Picture
        shared={shared}
        onDrawn={(canvas) => {
          drawn.current = canvas;
        }}
      />
      <Checkbox checked={withProfit} onChange={setWithProfit}>
        {text('shareProfit')}
      </Checkbox>
    </Dialog>
  );
}
