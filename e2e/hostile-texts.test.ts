import { beforeAll, describe, expect, it } from 'vitest';
import type { GuardedPage } from './support/guarded-page.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { Terminal } from './support/terminal.ts';

/** Each sets a mark on the window if it is ever run, by another way in. */
const MARK = 'window.hostile=1';
const CORPUS = [
  `<script>${MARK}</script>`,
  `<img src=x onerror="${MARK}">`,
  `<svg/onload=${MARK}>`,
  `"><svg><animate onbegin=${MARK} attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.${MARK.slice(7)}</script>"></iframe>`,
  `<a id=config href="javascript:${MARK}">x</a><form name=body>`,
  `javascript:${MARK}`,
  `[x](javascript:${MARK}) ![x](x"onerror="${MARK})`,
  `{{constructor.constructor('${MARK}')()}}`,
  `\${${MARK}} <%= ${MARK} %>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${MARK}>`,
];
/** As long as notices may be. */
const NOTICES = [CORPUS.slice(0, 6).join(' '), CORPUS.slice(6).join(' ')];
const ADDED = 'main script, main iframe[srcdoc], [onerror], [onload], [onbegin], a[href^="javascript:"], #config, form[name="body"]';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer('--seed', '4360');
  return () => server.stop();
});

const ran = (terminal: Terminal) => terminal.page.evaluate(() => (window as { hostile?: number }).hostile === 1);
const added = (terminal: Terminal) => terminal.page.locator(ADDED).count();

describe('texts that others write', () => {
  it('S-13 NTF-05 an operator’s notice is text, stands at the top and is put away', async () => {
    const terminal = await Terminal.open(server.url);
    const notices = terminal.page.getByRole('status', { name: 'Notices' });
    for (const text of NOTICES) await server.operator('notice', text, '--minutes', '5');
    for (const text of NOTICES) await notices.getByText(text, { exact: true }).waitFor();
    expect([await ran(terminal), await added(terminal)]).toEqual([false, 0]);
    // A page that is opened later has them too.
    await terminal.page.reload();
    await notices.getByRole('listitem').nth(1).waitFor();
    await notices.getByRole('button', { name: 'Close' }).first().click();
    await expect.poll(() => notices.getByRole('listitem').count()).toBe(1);
    await server.operator('withdraw-notice', '2');
    await expect.poll(() => notices.getByRole('listitem').count()).toBe(0);
    expect([await ran(terminal), await added(terminal)]).toEqual([false, 0]);
  });

  it('S-13 names, answers and preferences are text wherever they are shown', async () => {
    const hostile = CORPUS.map((text) => text.slice(0, 20));
    const terminal = await Terminal.open(server.url, {
      path: '/copy-trading',
      until: 'page',
      prepare: async ({ context }) => {
        const post = (path: string, data: object) => context.request.post(server.url + path, { data, headers: { origin: server.url } });
        for (const nickName of hostile) {
          await post('/fapi/beehive/private/v1/common/leader/set', { leading: false });
          await post('/fapi/beehive/private/v1/common/leader/set', { leading: true, nickName });
        }
        for (const [at, text] of CORPUS.entries()) {
          await post('/v3/private/user/member/pref-setting', { upsert_keys: { reverseClickTipStatus: text, [`layout${at}`]: text } });
        }
      },
    });
    await terminal.page.getByRole('main').waitFor();
    await terminal.page.getByRole('button', { name: /^Account of/ }).waitFor();
    expect([await ran(terminal), await added(terminal)]).toEqual([false, 0]);
  });

  it('S-13 S-22 what is stored in the browser is read as data, whatever it holds', async () => {
    const terminal = await Terminal.open(server.url, {
      prepare: async ({ context }) => {
        await context.addInitScript((corpus: readonly string[]) => {
          const keys = [
            'theme',
            'language',
            'layout',
            'tapedeck.orders.sent',
            'tapedeck.requests.unsettled',
            'tapedeck.theme',
            'tapedeck.chart',
          ];
          for (const [at, key] of keys.entries()) {
            const text = corpus[at % corpus.length] ?? '';
            localStorage.setItem(key, at % 2 === 0 ? text : JSON.stringify({ ['__proto__']: { polluted: text }, text }));
          }
        }, CORPUS);
      },
    });
    await terminal.page.getByRole('button', { name: /^Account of/ }).waitFor();
    expect([await ran(terminal), await added(terminal)]).toEqual([false, 0]);
    expect(await terminal.page.evaluate(() => Object.keys(Object.getPrototypeOf({}) as object))).toEqual([]);
  });

  it('S-13 an address is never markup: path, query and hash', async () => {
    for (const text of CORPUS.slice(0, 3)) {
      const part = encodeURIComponent(text);
      const path = `/trade/usdt/${part}?ref=${part}&q=${part}#${part}`;
      const prepare = async ({ expectErrors }: GuardedPage): Promise<void> => expectErrors(/status of 400 .*dynamic-symbol-item/);
      const terminal = await Terminal.open(server.url, { path, until: 'page', prepare });
      await terminal.page.getByRole('main').waitFor();
      expect([await ran(terminal), await added(terminal)]).toEqual([false, 0]);
      await terminal.page.context().close();
    }
  });
});

interface PolicyMaker {
  readonly trustedTypes: { createPolicy(name: string, rules: object): object };
}

describe('texts that become scripts', () => {
  it('S-13 no page turns text into markup, a script or a worker, and none makes a policy that would', async () => {
    const prepare = async ({ expectErrors }: GuardedPage): Promise<void> => expectErrors(/TrustedHTML|TrustedScript|TrustedTypePolicy/i);
    for (const path of ['/', '/chart.html', '/docs', '/docs/streams']) {
      const terminal = await Terminal.open(server.url, { path, until: 'page', prepare });
      const refused = await terminal.page.evaluate(() => {
        const named = (attempt: () => unknown): string => {
          try {
            attempt();
            return 'passed';
          } catch (error) {
            return (error as Error).name;
          }
        };
        return [
          named(() => Reflect.set(document.createElement('div'), 'innerHTML', '<b>text</b>')),
          named(() => (document.createElement('script').text = 'alert(1)')),
          named(() => new Worker('/assets/other.js')),
          named(() => (window as unknown as PolicyMaker).trustedTypes.createPolicy('other', {})),
        ];
      });
      expect(refused, path).toEqual(Array(4).fill('TypeError'));
      await terminal.page.context().close();
    }
  });
});

describe('other pages', () => {
  it('S-14 no page can frame the terminal, hold a hand on its window, or tell it things', async () => {
    const terminal = await Terminal.open(server.url);
    const answer = await terminal.page.request.get(server.url);
    expect(answer.headers()).toMatchObject({ 'cross-origin-opener-policy': 'same-origin' });
    expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    // Messages that no chart sent: from the page itself and from a frame of another origin.
    await terminal.page.evaluate((mark) => {
      for (const data of [
        mark,
        { type: 'ready' },
        { type: 'intent', html: `<img src=x onerror="${mark}">` },
        { channel: 'chart', kind: 'drag', id: '1', price: '1' },
        null,
      ]) {
        window.postMessage(data, '*');
        for (const frame of document.querySelectorAll('iframe')) frame.contentWindow?.postMessage(data, '*');
      }
    }, MARK);
    expect(await terminal.page.evaluate(() => window.opener === null)).toBe(true);
    await terminal.live();
    expect([await ran(terminal), await added(terminal)]).toEqual([false, 0]);
  });

  it('S-14 elements with the names of its globals change nothing', async () => {
    const terminal = await Terminal.open(server.url, {
      prepare: async ({ context }) => {
        await context.addInitScript(() => {
          document.addEventListener('DOMContentLoaded', () => {
            for (const name of ['config', 'tapedeckEarly', 'document', 'location', 'localStorage', 'fetch', 'client']) {
              const form = document.createElement('form');
              form.id = name;
              form.name = name;
              document.body.append(form);
            }
          });
        });
      },
    });
    await terminal.page.getByRole('button', { name: /^Account of/ }).waitFor();
    await terminal.live();
  });

  it('BOT-03 the documents open without a complaint', async () => {
    const terminal = await Terminal.open(server.url, { path: '/docs', until: 'page' });
    await terminal.page.getByRole('heading', { level: 1 }).waitFor();
    await terminal.visit('/docs/streams');
    await terminal.page.getByRole('heading', { level: 1 }).waitFor();
  });
});

describe('a banned visitor', () => {
  it('BAN-01 BAN-02 stands before a dialog that only leads away: to the pair that stays open, or out', async () => {
    const username = 'banned';
    const terminal = await Terminal.open(server.url, {
      until: 'page',
      prepare: async ({ context }) => {
        const post = (path: string, data: object) => context.request.post(server.url + path, { data, headers: { origin: server.url } });
        await post('/user/public/register', { username, password: `of ${username} alone` });
        await server.operator('ban', username);
      },
    });
    const { page } = terminal;
    const dialog = page.getByRole('dialog', { name: 'This account may not trade here' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/pt-BR/trade/spot/BTC/USDT');
    await page.getByRole('button', { name: `Account of ${username}` }).waitFor();
    expect(await dialog.count()).toBe(0);
    await terminal.visit('/trade/usdt/ETHUSDT');
    await dialog.waitFor();
    // It hears keys once it has the focus.
    await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/(trade\/usdt\/BTCUSDT)?$/);
    await dialog.waitFor();
  });
});
