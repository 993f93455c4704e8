import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

// Another test may have loaded the reader.
vi.resetModules();
const { NumberField } = await import('./number-field.tsx');

const numbers: string[] = [];

function Price() {
  const [text, setText] = useState('');
  const onText = (next: string) => {
    numbers.push(next);
    setText(next);
  };
  return <NumberField label="Price" value={text} onText={onText} />;
}

test('INP-01 keys that come before the reader of numbers are kept, send nothing, and are read when it is there', async () => {
  render(<Price />);
  const field = screen.getByLabelText<HTMLInputElement>('Price');
  for (const text of ['1', '1,', '1,2', '1,25']) fireEvent.input(field, { target: { value: text } });
  expect([field.value, field.dataset['unread'], numbers]).toEqual(['1,25', 'true', []]);
  await screen.findByDisplayValue('1.25');
  expect([field.dataset['unread'], numbers]).toEqual([undefined, ['1.25']]);
});
