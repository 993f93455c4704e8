import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Serious and critical findings of axe on the page, or on the part of it that a selector names, as one line each. */
export async function findings(
  page: Page,
  { part, exclude }: { readonly part?: string; readonly exclude?: string } = {},
): Promise<string[]> {
  // Frames are of our own origin: the results need no page of their own to be put together, which takes as long as the rules.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (part !== undefined) axe.include(part);
  if (exclude !== undefined) axe.exclude(exclude);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(', ')}`);
}
