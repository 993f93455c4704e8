import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy, Suspense, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { BehindButton, OnRequest } from './on-request.tsx';

afterEach(cleanup);

/** A button whose dialog arrives when the test says so. */
function lateDialog() {
  let arrive = (): void => undefined;
  const hasArrived = new Promise<void>((resolve) => (arrive = resolve));
  const Dialog = lazy(() => hasArrived.then(() => ({ default: () => <p role="dialog">Late</p> })));
  const onVoid = vi.fn<() => void>();
  function Part() {
    const [asked, setAsked] = useState(false);
    const giveUp = () => {
      onVoid();
      setAsked(false);
    };
    return (
      <>
        <button onClick={() => setAsked(true)}>Open</button>
        {asked && (
          <OnRequest onVoid={giveUp}>
            <Dialog />
          </OnRequest>
        )}
      </>
    );
  }
  render(<Part />);
  const open = () => fireEvent.click(screen.getByRole('button'));
  open();
  return { open, onVoid, arrives: () => act(async () => Promise.resolve(arrive())) };
}

it('opens once its script has arrived', async () => {
  const { arrives, onVoid } = lateDialog();
  fireEvent.keyDown(document.body, { key: 'Shift' });
  fireEvent.keyDown(document.body, { key: 'Enter', repeat: true });
  await arrives();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onVoid).not.toHaveBeenCalled();
});

it.each([
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['another press', () => fireEvent.pointerDown(document.body)],
  ['a step back', () => fireEvent.popState(window)],
  ['a press in a frame', () => fireEvent.blur(window)],
])('does not open after %s, and opens at the next press', async (_name, act) => {
  const { arrives, open, onVoid } = lateDialog();
  act();
  await arrives();
  expect([screen.queryByRole('dialog'), onVoid.mock.calls.length]).toEqual([null, 1]);
  open();
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

/** A button that turns into a list with a button of its own, whose script arrives when the test says so. */
function lateList() {
  let arrive = (): void => undefined;
  const hasArrived = new Promise<void>((resolve) => (arrive = resolve));
  const List = lazy(() => hasArrived.then(() => ({ default: () => <p role="list">Late</p> })));
  function Part() {
    const [isAsked, setAsked] = useState(false);
    const open = (): void => setAsked(true);
    return (
      <Suspense fallback="Whole panel">
        <BehindButton button={<button onClick={open}>Open</button>} isAsked={isAsked} onVoid={() => setAsked(false)}>
          <List />
        </BehindButton>
      </Suspense>
    );
  }
  render(<Part />);
  return { button: screen.getByRole('button'), arrives: () => act(async () => Promise.resolve(arrive())) };
}

it.each([
  ['one press', 1],
  ['two presses', 2],
  ['three presses', 3],
])('a list behind its button opens after %s, and the button keeps the focus until then', async (_name, presses) => {
  const user = userEvent.setup();
  const { button, arrives } = lateList();
  for (let press = 0; press < presses; press += 1) await user.click(button);
  expect([screen.getByRole('button'), document.activeElement, screen.queryByRole('list')]).toEqual([button, button, null]);
  await arrives();
  expect(await screen.findByRole('list')).toBeTruthy();
});

it('a list behind its button opens by keys as well, and not after Escape', async () => {
  const user = userEvent.setup();
  const { button, arrives } = lateList();
  button.focus();
  await user.keyboard('{Enter}{Enter}{Escape}');
  await arrives();
  expect([screen.getByRole('button'), screen.queryByRole('list')]).toEqual([button, null]);
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('list')).toBeTruthy();
});
