import { quantityCoin } from '@tapedeck/domain';
import type { MarketFeed } from '@tapedeck/client';
import { StateMessage } from '@tapedeck/ui';
import { useEffect, useRef } from 'react';
import { ReadingPace } from '../../platform/painting/reading-pace.ts';
import { usePainter } from '../../platform/painting/use-painter.ts';
import { Freshly, PanelLoading } from '../../platform/panel-state.tsx';
import { textHook } from '../../platform/texts.tsx';
import { inZone, useZonedFormats } from '../../platform/time-zone.ts';
import { useSelected } from '../../platform/use-readable.ts';
import { TapeBoard } from './tape-board.ts';
import { TapeRows } from './tape-rows.ts';
import styles from './trades.module.css';
import english from './text.en.json';

const useText = textHook('trades', english);

/** The newest public trades. */
export function Trades({ feed }: { feed: MarketFeed }) {
  const text = useText();
  const formats = useZonedFormats();
  const body = useRef<HTMLTableSectionElement>(null);
  const state = useSelected(feed.tape, (tape) =>
    tape.freshness === 'loading' || tape.freshness === 'resyncing' ? 'waiting' : tape.trades.length === 0 ? 'empty' : tape.freshness,
  );
  const painter = usePainter();
  const painted = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (painted.current === null) return undefined;
    const board = new TapeBoard({
      ...{ feed, formats, painter, host: painted.current, canvasClass: styles['canvas'] ?? '' },
      mark: text('liquidationShort'),
    });
    return () => board.destroy();
  }, [feed, formats, text, painter]);
  useEffect(() => {
    if (body.current === null) return undefined;
    const rows = new TapeRows(body.current, feed.instrument, {
      formats,
      mark: { short: text('liquidationShort'), whole: text('liquidation') },
    });
    const write = () => rows.write(feed.tape.get());
    write();
    const pace = new ReadingPace(write);
    const end = feed.tape.subscribe(() => pace.ask());
    return () => {
      end();
      pace.end();
    };
  }, [feed, formats, text]);
  return (
    <div className={styles['trades']} data-state={state}>
      <div className={styles['scroll']} tabIndex={0} role="group" aria-label={text('region')}>
        <div className={styles['sheet']}>
          <div ref={painted} className={styles['painted']} />
          <table className={styles['table']} aria-label={text('region')}>
            <thead>
              <tr>
                <th scope="col">{text('price', { coin: feed.instrument.quoteCoin })}</th>
                <th scope="col">{text('quantity', { coin: quantityCoin(feed.instrument) })}</th>
                <th scope="col">{inZone(text('time'), formats)}</th>
              </tr>
            </thead>
            <tbody ref={body} />
          </table>
        </div>
      </div>
      <div className={styles['badge']}>
        <Freshly of={feed.tape} select={(tape) => tape.freshness} />
      </div>
      {state === 'waiting' && (
        <div className={styles['cover']}>
          <PanelLoading rows={14} />
        </div>
      )}
      {state === 'empty' && (
        <div className={styles['cover']}>
          <StateMessage title={text('empty')} />
        </div>
      )}
    </div>
  );
}
