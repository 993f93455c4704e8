import { createStore } from '@tapedeck/client';
import { keepChoice, readChoice } from '../../platform/storage.ts';
import { useReadable } from '../../platform/use-readable.ts';

/** CSS pixels; undefined: the height that the layout gives. */
interface AccountHeight {
  readonly height: number | undefined;
  readonly isCollapsed: boolean;
}

export const LEAST_HEIGHT = 120;
/** Header, market, a chart of 240 pixels, status and gaps. */
const ELSE = 390;

/** Each size of screen has its own height. */
const place = (): string => `account.height.${screen.width}x${screen.height}`;

function kept(): AccountHeight {
  const [height = '', collapsed = ''] = (readChoice(place()) ?? '').split(' ');
  const known = Number(height);
  return { height: Number.isFinite(known) && known > 0 ? known : undefined, isCollapsed: collapsed === 'collapsed' };
}

const current = createStore<AccountHeight>(kept());

/** The largest height in this window. */
export const mostHeight = (): number => Math.max(LEAST_HEIGHT, window.innerHeight - ELSE);

/** A smaller window limits a kept height, and leaves it as it is. */
function heightText({ height, isCollapsed }: AccountHeight): string {
  if (isCollapsed) return 'calc(var(--panel-head) + 2px)';
  return height === undefined ? '' : `clamp(${LEAST_HEIGHT}px, ${height}px, max(${LEAST_HEIGHT}px, 100dvh - ${ELSE}px))`;
}

/** Every workspace and the toasts follow the property. */
function write(next: AccountHeight): void {
  document.documentElement.style.setProperty('--account-height', heightText(next));
}

/** Shows a height without keeping it, as during a drag. */
export function showHeight(height: number): void {
  write({ height, isCollapsed: false });
}

function set(next: AccountHeight): void {
  current.set(next);
  write(next);
  keepChoice(place(), `${next.height ?? ''} ${next.isCollapsed ? 'collapsed' : ''}`);
}

/** `undefined`: as the layout gives it. */
export function setHeight(height: number | undefined): void {
  set({ height: height === undefined ? undefined : Math.round(height), isCollapsed: false });
}

export function collapse(isCollapsed: boolean): void {
  set({ ...current.get(), isCollapsed });
}

export const useAccountHeight = (): AccountHeight => useReadable(current);

write(current.get());
