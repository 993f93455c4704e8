import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { fakeClient } from '../testing/fake-terminal-client.ts';
import { renderScreen } from '../testing/render.tsx';
import { BANNED_PAGE, banExit, exitTarget } from './ban-exit.ts';
import { Notices } from './notices.tsx';
import { symbolOfPath } from './paths.ts';

afterEach(cleanup);

const notice = (id: number, text: string) => ({ id, text, publishedAt: 0, endsAt: 1_000 });

describe('notices', () => {
  test('NTF-05 what the operator says stands at the top, as text, until it is put away or over', async () => {
    const client = fakeClient();
    const user = userEvent.setup();
    renderScreen(client, <Notices />);
    const list = await screen.findByRole('status', { name: 'Notices' });
    expect(within(list).queryAllByRole('listitem')).toEqual([]);
    client.notices.set([notice(1, 'A pause at noon'), notice(2, '<img src=x onerror=alert(1)>')]);
    expect(await within(list).findByText('A pause at noon')).toBeDefined();
    expect(within(list).getByText('<img src=x onerror=alert(1)>')).toBeDefined();
    expect(list.querySelector('img')).toBeNull();
    await user.click(within(list).getByRole('button', { name: 'Close: A pause at noon' }));
    expect(within(list).queryByText('A pause at noon')).toBeNull();
    client.notices.set([notice(1, 'A pause at noon')]);
    await waitFor(() => expect(within(list).queryAllByRole('listitem')).toEqual([]));
  });
});

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
