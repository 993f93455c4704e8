import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { TabPanel, Tabs } from './tabs.tsx';

afterEach(cleanup);

const NAMES = ['first', 'second', 'third'] as const;

function Desk() {
  const [value, setValue] = useState<(typeof NAMES)[number]>('first');
  return (
    <Tabs label="Desk" items={NAMES.map((name) => ({ value: name, label: name }))} value={value} onChange={(next) => setValue(next)}>
      {NAMES.map((name) => (
        <TabPanel key={name} value={name}>
          about {name}
        </TabPanel>
      ))}
    </Tabs>
  );
}

const chosen = (): string | null => screen.getByRole('tab', { selected: true }).textContent;
const panel = (): HTMLElement => screen.getByRole('tabpanel');

it('shows the panel of the chosen tab only, each named by the other', async () => {
  render(<Desk />);
  expect(panel().textContent).toBe('about first');
  await userEvent.click(screen.getByRole('tab', { name: 'second' }));
  expect(panel().textContent).toBe('about second');
  const tab = screen.getByRole('tab', { name: 'second' });
  expect(tab.getAttribute('aria-controls')).toBe(panel().id);
  expect(panel().getAttribute('aria-labelledby')).toBe(tab.id);
});

it('is one stop of the Tab key, and arrows, Home and End go round', async () => {
  render(<Desk />);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('first');
  for (const [key, name] of [
    ['{ArrowRight}', 'second'],
    ['{End}', 'third'],
    ['{ArrowRight}', 'first'],
    ['{ArrowLeft}', 'third'],
    ['{Home}', 'first'],
  ] as const) {
    await userEvent.keyboard(key);
    expect([chosen(), document.activeElement?.textContent]).toEqual([name, name]);
  }
  await userEvent.tab();
  expect(document.activeElement).toBe(panel());
});

it('names no panel where there is none', () => {
  render(<Tabs label="Kind" items={[{ value: 'only', label: 'Only' }]} value="only" onChange={() => undefined} />);
  expect(screen.getByRole('tab').hasAttribute('aria-controls')).toBe(false);
});
