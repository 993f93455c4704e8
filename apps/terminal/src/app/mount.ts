import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * Renders the page. Part of React's own script: React creates error objects at its start, and for each the browser
 * parses the calling script again.
 */
export function mount(container: HTMLElement, page: ReactNode): void {
  createRoot(container).render(page);
}
