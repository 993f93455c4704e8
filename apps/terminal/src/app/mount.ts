import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * Renders the page. It stands in React's own script: React makes error objects when it starts, and for each the browser reads the whole
 * script again that started it.
 */
export function mount(container: HTMLElement, page: ReactNode): void {
  createRoot(container).render(page);
}
