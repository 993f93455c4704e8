import { describe, expect, test, vi } from 'vitest';
import { chooseLanguage, type Language } from './languages.ts';
import { createTexts, textsPath, type Messages, type TextsOptions } from './texts.ts';

const EN: Language = { tag: 'en', name: 'English', direction: 'ltr' };
const DE: Language = { tag: 'de', name: 'Deutsch', direction: 'ltr' };
const AR: Language = { tag: 'ar', name: 'العربية', direction: 'rtl' };

function options(language: Language): TextsOptions & { readonly load: ReturnType<typeof vi.fn> } {
  const load = vi.fn(({ tag }: Language, namespace: string): Promise<Messages> =>
    tag === 'de'
      ? Promise.resolve({ hello: `Hallo {{name}} aus ${namespace}`, count_other: '{{count}} Aufträge' })
      : Promise.reject(new Error('none')),
  );
  return {
    namespaces: ['app'],
    language,
    english: { app: { hello: 'Hello {{name}}', only: 'Only here', count_one: '{{count}} order', count_other: '{{count}} orders' } },
    load,
  };
}

/** After everything that waits for nothing but promises. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

describe('texts', () => {
  test('I18-02 English comes from the program and asks the network for nothing', async () => {
    const given = options(EN);
    const texts = await createTexts(given);
    expect(texts.text('app', 'hello', { name: '<b>' })).toBe('Hello <b>');
    expect(texts.text('app', 'hello', { name: '{{name}} $&' })).toBe('Hello {{name}} $&');
    expect(texts.text('app', 'count', { count: 1 })).toBe('1 order');
    expect(texts.text('app', 'count', { count: 2 })).toBe('2 orders');
    expect(given.load).not.toHaveBeenCalled();
  });

  test('a key without a text is shown as it is, and told to be missing', async () => {
    const texts = await createTexts(options(EN));
    expect(texts.text('app', 'nothing')).toBe('nothing');
    expect(texts.text('nowhere', 'hello')).toBe('hello');
    expect([texts.has('app', 'nothing'), texts.has('app', 'only')]).toEqual([false, true]);
  });

  test('I18-02 another language is loaded when it is chosen, and English stands in for what it lacks', async () => {
    const given = options(EN);
    const texts = await createTexts(given);
    const listener = vi.fn();
    texts.subscribe(listener);
    await texts.setLanguage(DE);
    expect(texts.language).toBe(DE);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(texts.text('app', 'hello', { name: 'X' })).toBe('Hallo X aus app');
    expect(texts.text('app', 'count', { count: 1 })).toBe('1 Aufträge');
    expect(texts.text('app', 'only')).toBe('Only here');
    await texts.setLanguage(EN);
    expect(texts.text('app', 'hello', { name: 'X' })).toBe('Hello X');
  });

  test('I18-02 a language that cannot be loaded leaves the one there is; at the start that is English', async () => {
    const started = await createTexts(options(AR));
    expect(started.language).toEqual(EN);
    const texts = await createTexts(options(DE));
    await expect(texts.setLanguage(AR)).rejects.toThrow('none');
    expect(texts.language).toBe(DE);
    expect(texts.text('app', 'hello', { name: 'X' })).toBe('Hallo X aus app');
  });

  test('I18-02 the first screen waits for its own texts alone; others come when they are asked for, and the rest on demand', async () => {
    const given = { ...options(DE), namespaces: ['app', 'help', 'orders'], first: ['app'] };
    const namespaces = (): unknown[] => given.load.mock.calls.map(([, namespace]) => namespace);
    const texts = await createTexts(given);
    expect([namespaces(), texts.text('app', 'hello', { name: 'X' })]).toEqual([['app'], 'Hallo X aus app']);
    const listener = vi.fn();
    texts.subscribe(listener);
    expect([texts.text('help', 'hello'), texts.text('help', 'hello')]).toEqual(['hello', 'hello']);
    expect(texts.messages('help')).toBeUndefined();
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
    expect([namespaces(), texts.text('help', 'hello', { name: 'X' })]).toEqual([['app', 'help'], 'Hallo X aus help']);
    expect(texts.messages('help')).toBeDefined();
    texts.loadRest();
    texts.loadRest();
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
    expect(namespaces()).toEqual(['app', 'help', 'orders']);
    texts.text('nowhere', 'hello');
    expect(namespaces()).toHaveLength(3);
  });

  test('I18-02 texts that could not be loaded are asked for again with the next text, and at some point no more', async () => {
    let away = true;
    const load = vi.fn((_: Language, namespace: string): Promise<Messages> =>
      away && namespace === 'help' ? Promise.reject(new Error('away')) : Promise.resolve({ hello: 'Hallo' }),
    );
    const texts = await createTexts({ ...options(DE), namespaces: ['app', 'help'], first: ['app'], load });
    const ask = async (): Promise<string> => {
      texts.text('help', 'hello');
      await settled();
      return texts.text('app', 'hello');
    };
    await ask();
    away = false;
    await ask();
    expect(texts.text('help', 'hello')).toBe('Hallo');
    const calls = load.mock.calls.length;
    away = true;
    const lost = await createTexts({ ...options(DE), namespaces: ['app', 'help'], first: ['app'], load });
    for (let again = 0; again < 12; again += 1) {
      lost.text('help', 'hello');
      await settled();
    }
    expect(load.mock.calls.length - calls).toBe(1 + 5);
    expect(lost.text('app', 'hello')).toBe('Hallo');
  });

  test('I18-02 files are found by namespace, language and environment', () => {
    expect(textsPath('testnet', DE, 'orders')).toBe('/i18n/orders/de.testnet.json?v=1');
  });

  test('the language that fits best, of those that are shipped', () => {
    expect(chooseLanguage(['de-AT', 'en'], [EN, DE])).toBe(DE);
    expect(chooseLanguage(['ar'], [EN, DE, AR])).toBe(AR);
    expect(chooseLanguage(['xx'], [EN, DE])).toEqual(EN);
  });

  test('I18-02 a region variant loads only what differs there', async () => {
    const given = { ...options({ ...DE, only: ['other'] }), namespaces: ['app', 'other'] };
    const texts = await createTexts(given);
    expect(given.load.mock.calls.map(([, namespace]) => namespace)).toEqual(['other']);
    expect(texts.text('app', 'hello', { name: 'X' })).toBe('Hello X');
    expect(texts.text('other', 'hello', { name: 'X' })).toBe('Hallo X aus other');
  });

  test('I18-02 of two languages chosen one after the other the second stays, whichever arrives first', async () => {
    let arrive = (_words: Messages): void => undefined;
    const slow = new Promise<Messages>((resolve) => {
      arrive = resolve;
    });
    const load = ({ tag }: Language): Promise<Messages> => (tag === 'de' ? slow : Promise.resolve({ hello: 'مرحبا' }));
    const texts = await createTexts({ ...options(EN), load });
    const first = texts.setLanguage(DE);
    await texts.setLanguage(AR);
    arrive({ hello: 'Hallo' });
    await first;
    expect([texts.language, texts.text('app', 'hello')]).toEqual([AR, 'مرحبا']);
  });

  test.each([
    ['zh', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-Hans-HK', 'zh-CN'],
    ['zh-TW', 'zh-TW'],
    ['zh-Hant', 'zh-TW'],
    ['zh-Hant-TW', 'zh-TW'],
    ['zh-HK', 'zh-HK'],
    ['zh-Hant-HK', 'zh-HK'],
    ['zh_MO', 'zh-HK'],
    ['en-HK', 'en-HK'],
    ['en-GB', 'en'],
  ])('I18-01 %s is served by %s', (asked, chosen) => {
    const shipped = ['en', 'en-HK', 'zh-CN', 'zh-TW', 'zh-HK'].map((tag): Language => ({ tag, name: tag, direction: 'ltr' }));
    expect(chooseLanguage([asked], shipped).tag).toBe(chosen);
  });

  test('I18-01 traditional Chinese is never served by simplified', () => {
    const simplified: Language = { tag: 'zh-CN', name: '简体中文', direction: 'ltr' };
    expect(chooseLanguage(['zh-TW', 'de'], [EN, simplified, DE])).toBe(DE);
    const traditional: Language = { tag: 'zh-TW', name: '繁體中文', direction: 'ltr' };
    expect(chooseLanguage(['zh-HK'], [EN, simplified, traditional])).toBe(traditional);
  });
});
