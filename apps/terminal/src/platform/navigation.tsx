import { createStore } from '@tapedeck/client';
import type { ComponentProps, MouseEvent } from 'react';
import { useReadable } from './use-readable.ts';

/** The displayed path. */
const path = createStore(location.pathname);
window.addEventListener('popstate', () => path.set(location.pathname));

export const usePath = (): string => useReadable(path);

/** Navigates to a path of the terminal without a page load; `replace` replaces the history entry. */
export function goTo(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') history.replaceState(null, '', to);
  else if (to !== location.pathname) history.pushState(null, '', to);
  path.set(location.pathname);
}

/** A plain click: no new tab, no download. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;

/** A link to a path of the terminal. */
export function Link({ to, ...rest }: Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { readonly to: string }) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        goTo(to);
      }}
    />
  );
}
