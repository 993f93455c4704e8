import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { leaveCompositions } from './compositions.ts';

afterEach(cleanup);

test('INP-01 keys of a composition reach no listener of the page, the next ones do', () => {
  const keys: string[] = [];
  render(<input aria-label="Search" onKeyDown={({ key }) => keys.push(key)} />);
  const end = leaveCompositions();
  const field = screen.getByLabelText('Search');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'ArrowDown', isComposing: true });
  // Safari ends the composition before it reports the key.
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(keys).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(keys).toEqual(['Enter']);
  end();
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect(keys).toEqual(['Enter', 'Escape']);
});
