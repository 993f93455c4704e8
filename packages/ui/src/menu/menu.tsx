import { cloneElement, lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { arrives } from '../arrives.ts';

export interface MenuItem {
  readonly id: string;
  readonly label: ReactNode;
  /** Given for a choice among several: the chosen one carries a tick. */
  readonly checked?: boolean;
  onSelect(): void;
}
export interface MenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly items: readonly MenuItem[];
}

const load = () => arrives(() => import('./live-menu.tsx'));
const LiveMenu = lazy(() => load().then((module) => ({ default: module.LiveMenu })));

/** A menu behind a button. The button stands at once; the list is loaded when it is first asked for. */
export function Menu({ trigger, items }: MenuProps) {
  const [asked, setAsked] = useState(false);
  const opener = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onClick: () => setAsked(true),
  });
  if (!asked) return opener;
  return (
    <Suspense fallback={opener}>
      <LiveMenu trigger={trigger} items={items} />
    </Suspense>
  );
}
