import type { BackendModule } from 'i18next';
import { describe, expect, test, vi } from 'vitest';
import { chooseLanguage, type Language } from './languages.ts';
import { createTexts, textsPath, type TextsOptions } from './texts.ts';

const EN: Language = { tag: 'en', name: 'English', direction: 'ltr' };
const DE: Language = { tag: 'de', name: 'Deutsch', direction: 'ltr' };
const AR: Language = { tag: 'ar', name: 'العربية', direction: 'rtl' };

function options(language: Language): TextsOptions & { readonly read: ReturnType<typeof vi.fn> } {
  const read = vi.fn((tag: string, namespace: string, done: (error: unknown, texts: unknown) => void) =>
    tag === 'de' ? done(null, { hello: `Hallo {{name}} aus ${namespace}` }) : done(new Error('none'), false),
  );
  const backend = { type: 'backend', init: vi.fn(), read } as unknown as BackendModule;
  return {
    namespaces: ['app'],
    language,
    english: { app: { hello: 'Hello {{name}}', only: 'Only here', count_one: '{{count}} order', count_other: '{{count}} orders' } },
    remote: () => Promise.resolve(backend),
    remoteOptions: { loadPath: textsPath('production') },
    read,
  };
}

describe('texts', () => {
  test('English comes from the program and asks the network for nothing', async () => {
    const given = options(EN);
    const texts = await createTexts(given);
    expect(texts.text('app', 'hello', { name: '<b>' })).toBe('Hello <b>');
    expect(texts.text('app', 'count', { count: 1 })).toBe('1 order');
    expect(texts.text('app', 'count', { count: 2 })).toBe('2 orders');
    expect(given.read).not.toHaveBeenCalled();
  });

  test('another language is loaded when it is chosen, and English stands in for what it lacks', async () => {
    const given = options(EN);
    const texts = await createTexts(given);
    const listener = vi.fn();
    texts.subscribe(listener);
    await texts.setLanguage(DE);
    expect(texts.language).toBe(DE);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(texts.text('app', 'hello', { name: 'X' })).toBe('Hallo X aus app');
    expect(texts.text('app', 'only')).toBe('Only here');
  });

  test('files are found by namespace, language and environment', () => {
    expect(textsPath('testnet')).toBe('/i18n/{{ns}}/{{lng}}.testnet.json?v=1');
  });

  test('the language that fits best, of those that are shipped', () => {
    expect(chooseLanguage(['de-AT', 'en'], [EN, DE])).toBe(DE);
    expect(chooseLanguage(['ar'], [EN, DE, AR])).toBe(AR);
    expect(chooseLanguage(['xx'], [EN, DE])).toEqual(EN);
  });
});
