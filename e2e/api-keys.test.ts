import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { ownServer } from './support/own-server.ts';
import { Terminal, cell } from './support/terminal.ts';

const PATH = '/settings/api-keys';

it('BOT-02 a trader creates a key, sees its secret once, narrows the key and revokes it', async () => {
  const server = await ownServer('--seed', '4361');
  const terminal = await Terminal.open(server.url, { path: PATH, until: 'page', reducedMotion: 'reduce' });
  const { page, api } = terminal;
  const none = page.getByText('No API keys yet');
  await none.waitFor();
  // All of it is inside its panel, with the same room above and below.
  const message = await none.locator('..').boundingBox();
  const panel = await page.getByRole('region', { name: 'API keys', exact: true }).boundingBox();
  const bottomOf = (box: typeof panel): number => (box?.y ?? 0) + (box?.height ?? 0);
  expect(bottomOf(panel) - bottomOf(message)).toBeCloseTo(1, 0);
  await page.getByRole('button', { name: 'New key' }).click();
  const create = page.getByRole('dialog', { name: 'New API key' });
  const confirm = create.getByRole('button', { name: 'Confirm' });
  expect(await confirm.isDisabled()).toBe(true);
  await create.getByRole('textbox', { name: 'Name' }).fill('ccxt bot');
  await create.getByRole('combobox', { name: 'Permissions' }).click();
  await page.getByRole('option', { name: 'Read and trade' }).click();
  await create.getByText('Without allowed addresses').waitFor();
  await create.getByRole('textbox', { name: 'Allowed IP addresses' }).fill('127.0.0.1\nhome');
  await create.getByText('home is not an IP address or a network').waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await create.getByRole('textbox', { name: 'Allowed IP addresses' }).fill('127.0.0.1\n192.168.1.0/24');
  expect(await findings(page, { part: '[role=dialog]' })).toEqual([]);
  await confirm.click();

  const ready = page.getByRole('dialog', { name: 'Key “ccxt bot” is ready' });
  await ready.waitFor();
  const [apiKey = '', hidden = ''] = await ready.locator('code').allTextContents();
  expect(apiKey).toMatch(/^TD[0-9A-F]{16}$/);
  await ready.getByRole('button', { name: 'Show the secret' }).click();
  const secret = (await ready.locator('code').nth(1).textContent()) ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(hidden).not.toContain(secret.slice(4, -4));
  expect(await findings(page, { part: '[role=dialog]' })).toEqual([]);
  // It cannot be left by accident.
  await page.keyboard.press('Escape');
  await ready.getByRole('alert').waitFor();
  await ready.getByRole('checkbox', { name: 'I have stored the secret' }).check();
  await ready.getByRole('button', { name: 'Done' }).click();
  await ready.waitFor({ state: 'detached' });

  // Shown once: not on the page, not after a reload, in no answer and no file of the server.
  const row = terminal.table('API keys').getByRole('row', { name: 'ccxt bot' });
  expect(await cell(row, 'Allowed from').textContent()).toBe('127.0.0.1, 192.168.1.0/24');
  expect(await cell(row, 'Last used').textContent()).toBe('Never');
  await page.reload();
  await row.waitFor();
  expect(await page.content()).not.toContain(secret);
  const listed = await api.get('/user/private/api-keys');
  expect(listed).toMatchObject({ limit: 20, list: [{ apiKey, scope: 'trade', state: 'active' }] });
  expect(JSON.stringify(listed)).not.toContain(secret);
  for (const name of readdirSync(server.data, { recursive: true, encoding: 'utf8' }).filter((one) => /^(server\.log|identity.)/.test(one)))
    expect(readFileSync(join(server.data, name), 'latin1'), name).not.toContain(secret);

  await row.getByRole('button', { name: 'Edit ccxt bot' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit “ccxt bot”' });
  await edit.getByRole('combobox', { name: 'Permissions' }).click();
  await page.getByRole('option', { name: 'Read only' }).click();
  await edit.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => cell(row, 'Permissions').textContent()).toBe('Read');

  await row.getByRole('button', { name: 'Revoke ccxt bot' }).click();
  const revoke = page.getByRole('dialog', { name: 'Revoke “ccxt bot”?' });
  await revoke.getByText('disconnected within a second').waitFor();
  await revoke.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No API keys yet').waitFor();
  expect(await api.get('/user/private/api-keys')).toMatchObject({ list: [] });
});

it('BOT-02 the page is reached from the menu of the user, and names where programs find the exchange', async () => {
  const server = await ownServer('--seed', '4362');
  const terminal = await Terminal.open(server.url);
  const { page } = terminal;
  await page.getByRole('button', { name: /trader-01/ }).click();
  await page.getByRole('menuitem', { name: 'API keys' }).click();
  const programs = page.getByRole('region', { name: 'Addresses for programs' });
  await programs.getByText(server.url, { exact: true }).waitFor();
  await programs.getByText(`${server.url.replace(/^http/, 'ws')}/v5`, { exact: true }).waitFor();
  expect(await page.title()).toContain('API keys');
});
