import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeClient } from '../testing/fake-terminal-client.ts';
import { renderScreen } from '../testing/render.tsx';
import { PanelBoundary } from './panel-state.tsx';

afterEach(cleanup);

test('a panel that crashed can be reloaded by itself', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  const Part = () => {
    if (broken) throw new Error('broken');
    return <p>whole</p>;
  };
  renderScreen(
    fakeClient(),
    <PanelBoundary>
      <Part />
    </PanelBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('This panel stopped working');
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Reload panel' }));
  expect(screen.getByText('whole')).toBeTruthy();
  silent.mockRestore();
});
