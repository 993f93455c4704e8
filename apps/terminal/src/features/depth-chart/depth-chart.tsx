import type { MarketFeed } from '@tapedeck/client';
import { quantityCoin } from '@tapedeck/domain';
import { StateMessage } from '@tapedeck/ui';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { Freshly, PanelLoading } from '../../platform/panel-state.tsx';
import { textHook, useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { lotStep, tickStep } from '../../platform/values.ts';
import { DepthBoard } from './depth-board.ts';
import styles from './depth-chart.module.css';
import type english from './text.en.json';

const useText = textHook<typeof english>('depth-chart');

/** Of the width, for a press of an arrow key. */
const KEY_STEP = 0.02;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP, Home: -1, End: 1 };
const BASIS_POINTS = 10_000;

/** All orders of the book up to each price, painted per update. */
export function DepthChart({ feed }: { feed: MarketFeed }) {
  const text = useText();
  const formats = useFormats();
  const { instrument } = feed;
  const canvas = useRef<HTMLCanvasElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const board = useRef<DepthBoard>(undefined);
  const state = useSelected(feed.book, ({ freshness, bids, asks }) =>
    freshness === 'loading' || freshness === 'resyncing' ? 'waiting' : bids.length === 0 || asks.length === 0 ? 'empty' : freshness,
  );
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const [tick, lot] = [tickStep(instrument), lotStep(instrument)];
    const price = (ticks: number): string => formats.count(ticks * tick, instrument.priceDigits);
    const lots = (count: number): string => formats.count(count * lot, instrument.quantityDigits);
    const made = new DepthBoard({
      ...{ feed, canvas: canvas.current, price, lots },
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
  }, [feed, instrument, formats, text]);
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
      >
        <canvas ref={canvas} className={styles['canvas']} aria-hidden="true" data-testid="depth" />
      </div>
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
