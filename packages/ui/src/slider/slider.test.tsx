import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Slider } from './slider.tsx';

afterEach(cleanup);

it('says its value in words, takes a new one, and chooses a mark that is pressed', async () => {
  const onChange = vi.fn();
  render(
    <Slider label="Share" value={25} max={100} step={5} marks={[0, 50, 100]} valueText={(value) => `${value} %`} onChange={onChange} />,
  );
  const slider = screen.getByRole('slider', { name: 'Share' });
  expect(slider.getAttribute('aria-valuetext')).toBe('25 %');
  fireEvent.change(slider, { target: { value: '60' } });
  expect(onChange).toHaveBeenLastCalledWith(60);
  await userEvent.click(screen.getByRole('button', { name: '50 %' }));
  expect(onChange).toHaveBeenLastCalledWith(50);
});
