import { createStore } from '@tapedeck/client';
import type { ComponentProps, MouseEvent } from 'react';
import { useReadable } from './use-readable.ts';

/** The path of the address on screen. */
const path = createStore(location.pathname);
window.addEventListener('popstate', () => path.set(location.pathname));

export const usePath = (): string => useReadable(path);

/** Goes to a path of the terminal without loading the page anew; `replace` leaves no way back to the one before. */
export function goTo(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') history.replaceState(null, '', to);
  else if (to !== location.pathname) history.pushState(null, '', to);
  path.set(location.pathname);
}

/** A click that the browser itself has nothing else to do with: no new tab, no download. */
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
