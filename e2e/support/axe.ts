/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Part {
  readonly part?: string;
  readonly exclude?: string;
}
type WithAxe = Window & { readonly axe?: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> } };

/** Serious and critical findings of axe on the page, or on the part of it that a selector names, as one line each. */
export async function findings(page: Page, part: Part = {}): Promise<string[]> {
  const main = page.mainFrame();
  const found = await findingsIn(main, part);
  for (const frame of page.frames()) if (frame !== main && (await isInside(frame, part))) found.push(...(await findingsIn(frame, {})));
  return found;
}

/** Frames are of our own origin, and each is looked at by itself: axe's way of joining them takes longer than all of its rules. */
async function findingsIn(frame: Frame, { part, exclude }: Part): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE);
  const violations = await frame.evaluate(
    async ([include, left]) => {
      const { axe } = window as unknown as Required<WithAxe>;
      const context = { include: include ?? 'html', ...(left === undefined ? {} : { exclude: left }) };
      const results = await axe.run(context, { iframes: false, resultTypes: ['violations'] });
      return results.violations.map(({ id, impact, nodes }) => ({
        ...{ id, impact },
        nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`),
      }));
    },
    [part, exclude] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.join(', ')}`);
}

/** Whether the frame's element belongs to the part. */
async function isInside(frame: Frame, { part, exclude }: Part): Promise<boolean> {
  const element = await frame.frameElement();
  return element.evaluate(
    (place, [include, left]) => {
      const isBelow = (selector: string): boolean => (place as Element).closest(selector) !== null;
      return (include === undefined || isBelow(include)) && (left === undefined || !isBelow(left));
    },
    [part, exclude] as const,
  );
}
