import type { Texts } from '@tapedeck/i18n';
import { loadTyping } from '@tapedeck/ui';
import { configure, render, type RenderResult } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { ClientProvider } from '../platform/client-context.tsx';
import { NumberWriting } from '../platform/number-writing.tsx';
import { TextsProvider } from '../platform/texts.tsx';
import { ENGLISH } from './english.ts';
import type { FakeClient } from './fake-terminal-client.ts';

await loadTyping();
// Parts that are loaded when they are opened are compiled by the first test that opens them.
configure({ asyncUtilTimeout: 30_000 });

/** The English texts without any loading. */
export const ENGLISH_TEXTS: Texts = {
  language: { tag: 'en', name: 'English', direction: 'ltr' },
  text: (namespace, key, values = {}) => {
    const messages = ENGLISH[namespace] ?? {};
    const plural = values['count'] === 1 ? `${key}_one` : `${key}_other`;
    const found = messages[key] ?? messages[plural];
    if (found === undefined) throw new Error(`No text for ${namespace}:${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_match, name: string) => String(values[name] ?? ''));
  },
  has: (namespace, key) => ENGLISH[namespace]?.[key] !== undefined,
  setLanguage: () => Promise.resolve(),
  loadRest: () => undefined,
  messages: (namespace) => ENGLISH[namespace],
  subscribe: () => () => undefined,
};

export function renderScreen(client: FakeClient, screen: ReactElement): RenderResult {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TextsProvider value={ENGLISH_TEXTS}>
      <NumberWriting>
        <ClientProvider value={client}>{children}</ClientProvider>
      </NumberWriting>
    </TextsProvider>
  );
  return render(screen, { wrapper });
}

/** Resolves after the next animation frame, when painters have run. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
