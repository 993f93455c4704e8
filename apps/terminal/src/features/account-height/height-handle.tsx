import { useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { textHook } from '../../platform/texts.tsx';
import { cancelFrame, onNextFrame } from '../../platform/frame-scheduler.ts';
import { collapse, LEAST_HEIGHT, mostHeight, setHeight, showHeight, useAccountHeight } from './account-height.ts';
import styles from './account-height.module.css';
import english from './text.en.json';

export const useText = textHook('account-height', english);

const KEY_STEP = 24;

const within = (height: number): number => Math.min(Math.max(height, LEAST_HEIGHT), mostHeight());

/** The upper edge of the account panel: dragged, moved by keys, and back to the usual height by a double click. */
export function HeightHandle() {
  const text = useText();
  const own = useAccountHeight();
  const handle = useRef<HTMLDivElement>(null);
  const panel = (): DOMRect => handle.current?.parentElement?.getBoundingClientRect() ?? new DOMRect();
  useLayoutEffect(() => {
    const { height } = panel();
    handle.current?.setAttribute('aria-valuenow', String(Math.round(height)));
  }, [own]);

  const drag = (down: PointerEvent<HTMLDivElement>): void => {
    if (down.button !== 0) return;
    const element = down.currentTarget;
    const { bottom, top } = panel();
    let height: number | undefined;
    const paint = (): void => {
      if (height !== undefined) showHeight(height);
    };
    const ended = new AbortController();
    const on = <Type extends 'pointermove' | 'pointerup' | 'pointercancel'>(
      type: Type,
      heard: (event: HTMLElementEventMap[Type]) => void,
    ) => element.addEventListener(type, heard, { signal: ended.signal });
    element.setPointerCapture(down.pointerId);
    on('pointermove', ({ clientY }) => {
      if (height === undefined && Math.abs(clientY - down.clientY) < 3) return;
      height = within(bottom - top + down.clientY - clientY);
      onNextFrame(paint);
    });
    const end = (): void => {
      ended.abort();
      cancelFrame(paint);
      if (height !== undefined) setHeight(height);
    };
    on('pointerup', end);
    on('pointercancel', end);
  };

  const pressed = (event: KeyboardEvent): void => {
    const { height } = panel();
    const actions: Readonly<Record<string, () => void>> = {
      ArrowUp: () => setHeight(within(height + KEY_STEP)),
      ArrowDown: () => setHeight(within(height - KEY_STEP)),
      Home: () => setHeight(LEAST_HEIGHT),
      End: () => setHeight(mostHeight()),
      Enter: () => collapse(!own.isCollapsed),
    };
    const act = actions[event.key];
    if (act === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act();
  };

  return (
    <div
      ref={handle}
      role="separator"
      aria-orientation="horizontal"
      aria-label={text('handle')}
      aria-valuemin={LEAST_HEIGHT}
      aria-valuemax={mostHeight()}
      aria-valuenow={LEAST_HEIGHT}
      tabIndex={0}
      title={text('handleTip')}
      className={styles['handle']}
      onPointerDown={drag}
      onDoubleClick={() => setHeight(undefined)}
      onKeyDown={pressed}
    />
  );
}
