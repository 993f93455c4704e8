import type { MarketFeed } from '@tapedeck/client';
import { quantityCoin } from '@tapedeck/domain';
import { StateMessage } from '@tapedeck/ui';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { numberTerms, paintFormat } from '../../platform/painting/numbers.ts';
import { usePainter } from '../../platform/painting/use-painter.ts';
import { Freshly, PanelLoading } from '../../platform/panel-state.tsx';
import { textHook, useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { DepthBoard } from './depth-board.ts';
import styles from './depth-chart.module.css';
import english from './text.en.json';

const useText = textHook('depth-chart', english);

/** Share of the width that an arrow key moves. */
const KEY_STEP = 0.02;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP, Home: -1, End: 1 };
const BASIS_POINTS = 10_000;

/** All orders of the book up to each price, painted per update. */
export function DepthChart({ feed }: { feed: MarketFeed }) {
  const text = useText();
  const formats = useFormats();
  const { instrument } = feed;
  const painter = usePainter();
  const place = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const board = useRef<DepthBoard>(undefined);
  const state = useSelected(feed.book, ({ freshness, bids, asks }) =>
    freshness === 'loading' || freshness === 'resyncing' ? 'waiting' : bids.length === 0 || asks.length === 0 ? 'empty' : freshness,
  );
  useEffect(() => {
    if (place.current === null) return undefined;
    const numbers = numberTerms(instrument, formats);
    const { price, lots } = paintFormat(numbers);
    const made = new DepthBoard({
      ...{ feed, painter, numbers, host: place.current, canvasClass: styles['canvas'] ?? '' },
      onPlace(found) {
        const points = Math.round((found?.distance ?? 0) * BASIS_POINTS);
        const distance = formats.percent(`${points > 0 ? '+' : ''}${formats.count(points, 2)}`);
        const words =
          found === undefined
            ? text('none')
            : text('at', { price: price(found.ticks), distance, total: lots(found.lots), coin: quantityCoin(instrument) });
        if (readout.current !== null && readout.current.textContent !== words) readout.current.textContent = words;
        place.current?.setAttribute('aria-valuenow', String(points));
        place.current?.setAttribute('aria-valuetext', words);
      },
    });
    board.current = made;
    return () => made.destroy();
  }, [feed, painter, instrument, formats, text]);
  const move = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    board.current?.point((event.clientX - left) / width);
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    board.current?.step(step);
  };
  return (
    <section className={styles['depth']} aria-label={text('region')} data-state={state}>
      <div className={styles['head']}>
        <span data-tone="up">{text('bids')}</span>
        <span data-tone="down">{text('asks')}</span>
        <Freshly of={feed.book} select={(book) => book.freshness} />
      </div>
      <div
        ref={place}
        role="slider"
        tabIndex={0}
        aria-label={text('place')}
        aria-description={text('placeHint')}
        aria-valuenow={0}
        aria-valuetext={text('none')}
        className={styles['plot']}
        onPointerMove={move}
        onPointerDown={move}
        onPointerLeave={() => board.current?.point(undefined)}
        onBlur={() => board.current?.point(undefined)}
        onKeyDown={press}
      />
      <p ref={readout} className={styles['readout']} />
      {state === 'waiting' && (
        <div className={styles['cover']}>
          <PanelLoading rows={12} />
        </div>
      )}
      {state === 'empty' && (
        <div className={styles['cover']}>
          <StateMessage title={text('empty')} />
        </div>
      )}
    </section>
  );
}
