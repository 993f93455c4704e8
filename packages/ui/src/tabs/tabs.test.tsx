import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
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

it('WSP-06 a panel that is kept, and every panel of spread tabs, holds its state', async () => {
  const made = vi.fn<() => void>();
  function Content() {
    useEffect(made, []);
    return 'about first';
  }
  function Sections({ spread }: { spread: boolean }) {
    const [value, setValue] = useState<(typeof NAMES)[number]>('first');
    return (
      <Tabs
        label="Desk"
        items={NAMES.map((name) => ({ value: name, label: name }))}
        value={value}
        spread={spread}
        onChange={(next) => setValue(next)}
      >
        <TabPanel value="first" keeps>
          <Content />
        </TabPanel>
        <TabPanel value="second">about second</TabPanel>
      </Tabs>
    );
  }
  const { rerender } = render(<Sections spread={false} />);
  await userEvent.click(screen.getByRole('tab', { name: 'second' }));
  expect(screen.getByRole('tabpanel').textContent).toBe('about second');
  rerender(<Sections spread />);
  expect([screen.queryByRole('tablist'), screen.queryByRole('tabpanel')]).toEqual([null, null]);
  expect(screen.getByText('about first').hidden).toBe(false);
  expect(screen.getByText('about second')).toBeTruthy();
  rerender(<Sections spread={false} />);
  await userEvent.click(screen.getByRole('tab', { name: 'first' }));
  expect(screen.getByRole('tabpanel').textContent).toBe('about first');
  expect(made).toHaveBeenCalledOnce();
});
