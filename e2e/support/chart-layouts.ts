import type { FrameLocator } from 'playwright-core';
import { Terminal, type OpenOptions } from './terminal.ts';

/** A terminal whose chart shows its bars. */
export async function openChart(origin: string, options: OpenOptions = {}): Promise<Terminal> {
  const terminal = await Terminal.open(origin, options);
  await terminal.chart.locator('[data-state="shown"]').waitFor();
  return terminal;
}

/** The button with the name of the open layout. */
export const button = (chart: FrameLocator) => chart.getByRole('button', { name: /^Layout: / });
/** Waits for the layout of this name. */
export const named = (chart: FrameLocator, name: string, state = 'Saved') =>
  chart.getByRole('button', { name: `Layout: ${name}. ${state}`, exact: true }).waitFor();
/** Waits for this chart type. */
export const kind = (chart: FrameLocator, name: string) =>
  chart.getByRole('button', { name: `Chart type: ${name}`, exact: true }).waitFor();

/** Chooses an entry of the layout menu. */
export async function choose(chart: FrameLocator, name: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem'): Promise<void> {
  await button(chart).click();
  await chart.getByRole(role, { name: new RegExp(`^${name}`) }).click();
}

export async function chooseKind(chart: FrameLocator, name: string): Promise<void> {
  await chart.getByRole('button', { name: /^Chart type/ }).click();
  await chart.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await kind(chart, name);
}

/** Saves the chart under a name, through the menu. */
export async function saveAs(chart: FrameLocator, name: string, opensWith?: string): Promise<void> {
  await choose(
    chart,
    (await button(chart).getAttribute('aria-label'))?.startsWith('Layout: Automatic') === true ? 'Save as' : 'Make a copy',
  );
  const dialog = chart.getByRole('dialog', { name: 'Save as' });
  await dialog.getByLabel('Name').fill(name);
  if (opensWith !== undefined) await dialog.getByRole('checkbox', { name: `Opens with ${opensWith}` }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await named(chart, name);
}
