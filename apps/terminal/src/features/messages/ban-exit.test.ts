import { describe, expect, test } from 'vitest';
import { symbolOfPath } from '../../pages/paths.ts';
import { BANNED_PAGE, banExit, exitTarget } from './ban-exit.ts';

describe('where a banned visitor goes', () => {
  test('BAN-02 the page that stays open is that of the spot pair BTC/USDT, with its locale', () => {
    expect(BANNED_PAGE).toBe('/pt-BR/trade/spot/BTC/USDT');
    expect(symbolOfPath(BANNED_PAGE)).toBe('BTC/USDT');
  });

  test.each([
    ['/', '/'],
    ['/bye?from=ban#top', '/bye?from=ban#top'],
    ['https://desk.example/x', '/x'],
    ['https://help.example/banned', 'https://help.example/banned'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['https://help.example.evil.example/', '/'],
    ['https://help.example@evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['data:text/html,x', '/'],
    ['http://', '/'],
  ])('BAN-02 %s leads to %s', (href, target) => {
    expect(exitTarget(href, 'https://desk.example', ['https://help.example'])).toBe(target);
  });

  test('BAN-02 the exit is what the page’s head names, the root when it names none', () => {
    const page = new DOMParser().parseFromString(
      '<head><meta name="tapedeck-ban-exit" content="https://help.example/x"><meta name="tapedeck-ban-exit-sites" content="https://a.example, https://help.example"></head>',
      'text/html',
    );
    expect(banExit(page, 'https://desk.example')).toBe('https://help.example/x');
    expect(banExit(new DOMParser().parseFromString('<head></head>', 'text/html'), 'https://desk.example')).toBe('/');
  });
});
