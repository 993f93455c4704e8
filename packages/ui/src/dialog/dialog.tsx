import { Dialog as Base } from '@base-ui/react/dialog';
import { useState, type PointerEvent, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { BackIcon, CloseIcon } from '../icon/icons.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  readonly title: string;
  readonly description?: string | undefined;
  readonly closeLabel: string;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** Draggable by its header; the page behind it stays usable. */
  readonly draggable?: boolean;
  readonly wide?: boolean;
  /** Room for two columns. */
  readonly broad?: boolean;
  /** Covers a small screen completely; an arrow before the title closes it. */
  readonly page?: boolean;
  /** An arrow before the title that goes back one step. */
  readonly back?: { readonly label: string; onPress(): void } | undefined;
}

/**
 * Gives a dialog the part of the window that is seen: the keyboard of iOS covers the window without resizing it. A zoomed page
 * keeps its dialogs where they are.
 */
function followVisible(popup: HTMLElement | null): (() => void) | undefined {
  if (popup === null) return undefined;
  const seen = window.visualViewport;
  const follow = () => {
    if (seen === null || seen.scale > 1.01) return;
    popup.style.setProperty('--seen-top', `${seen.offsetTop}px`);
    popup.style.setProperty('--seen', `${seen.height}px`);
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== popup && popup.contains(activeElement))
      activeElement.scrollIntoView({ block: 'nearest' });
  };
  seen?.addEventListener('resize', follow);
  seen?.addEventListener('scroll', follow);
  return () => {
    seen?.removeEventListener('resize', follow);
    seen?.removeEventListener('scroll', follow);
  };
}

/** Offset of a moved dialog, kept within the window. */
function useDrag(enabled: boolean): {
  readonly moved: { readonly x: number; readonly y: number };
  press(event: PointerEvent<HTMLElement>): void;
} {
  const [moved, setMoved] = useState({ x: 0, y: 0 });
  const press = (event: PointerEvent<HTMLElement>) => {
    // Buttons in the header are pressed, not dragged.
    if (!enabled || event.button !== 0 || (event.target as Element).closest('button') !== null) return;
    const head = event.currentTarget;
    const popup = head.parentElement?.getBoundingClientRect();
    if (popup === undefined) return;
    const start = { x: event.clientX, y: event.clientY };
    head.setPointerCapture(event.pointerId);
    const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, Math.max(low, high)));
    const move = (now: globalThis.PointerEvent) =>
      setMoved({
        x: moved.x + within(now.clientX - start.x, -popup.left, window.innerWidth - popup.right),
        y: moved.y + within(now.clientY - start.y, -popup.top, window.innerHeight - popup.bottom),
      });
    const end = () => {
      head.removeEventListener('pointermove', move);
      head.removeEventListener('pointerup', end);
      head.removeEventListener('pointercancel', end);
    };
    head.addEventListener('pointermove', move);
    head.addEventListener('pointerup', end);
    head.addEventListener('pointercancel', end);
  };
  return { moved, press };
}

/** Title and close button: a cross after it, or on a page an arrow before it. */
function Head({ title, closeLabel, page = false, back }: Pick<DialogProps, 'title' | 'closeLabel' | 'page' | 'back'>) {
  const close = (
    <Base.Close className={cx(styles['close'], page && styles['back'])} aria-label={closeLabel}>
      {page ? <BackIcon /> : <CloseIcon />}
    </Base.Close>
  );
  return (
    <>
      {page && close}
      {back !== undefined && (
        <button type="button" className={cx(styles['close'], styles['back'])} aria-label={back.label} onClick={() => back.onPress()}>
          <BackIcon />
        </button>
      )}
      <Base.Title className={styles['title']}>{title}</Base.Title>
      {!page && close}
    </>
  );
}

export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    closeLabel,
    children,
    footer,
    draggable = false,
    wide,
    broad,
    page = false,
    back,
  } = props;
  const { moved, press } = useDrag(draggable);
  return (
    <Base.Root open={open} modal={!draggable} disablePointerDismissal={draggable} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        {!draggable && <Base.Backdrop className={styles['backdrop']} />}
        <Base.Popup
          ref={followVisible}
          className={cx(
            styles['popup'],
            wide && styles['wide'],
            broad && styles['broad'],
            page && styles['page'],
            draggable && styles['floating'],
          )}
          style={draggable ? { marginLeft: moved.x, marginTop: moved.y } : undefined}
        >
          <div className={styles['head']} data-draggable={draggable || undefined} onPointerDown={press}>
            <Head title={title} closeLabel={closeLabel} page={page} back={back} />
          </div>
          {description !== undefined && <Base.Description className={styles['description']}>{description}</Base.Description>}
          <div className={styles['body']}>{children}</div>
          {footer !== undefined && <div className={styles['footer']}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
