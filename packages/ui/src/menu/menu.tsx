import { cloneElement, lazy, useState, type ReactElement, type ReactNode } from 'react';
import { arrives } from '../arrives.ts';
import { BehindButton } from '../on-request.tsx';

export interface MenuItem {
  readonly id: string;
  readonly label: ReactNode;
  /** Present for a choice among several: the selected one has a tick. */
  readonly checked?: boolean;
  onSelect(): void;
}
export interface MenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly items: readonly MenuItem[];
}

const load = () => arrives(() => import('./live-menu.tsx'));
const LiveMenu = lazy(() => load().then((module) => ({ default: module.LiveMenu })));

/** A menu behind a button. The button renders at once; the list loads on first use. */
export function Menu({ trigger, items }: MenuProps) {
  const [asked, setAsked] = useState(false);
  const opener = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onClick: () => setAsked(true),
  });
  return (
    <BehindButton button={opener} isAsked={asked} onVoid={() => setAsked(false)}>
      <LiveMenu trigger={trigger} items={items} />
    </BehindButton>
  );
}
