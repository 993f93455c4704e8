import type { FrameLocator } from 'playwright-core';

/** Taps a tool of the chart for which the toolbar of a phone has no room, in the menu at its end. */
export async function tapMoved(chart: FrameLocator, name: string | RegExp): Promise<void> {
  await chart.locator('.chart-toolbar').getByRole('button', { name: 'More tools' }).tap();
  await chart.getByRole('menuitem', { name, exact: typeof name === 'string' }).tap();
}
