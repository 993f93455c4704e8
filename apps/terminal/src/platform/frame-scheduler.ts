import type { Frames } from '@tapedeck/client';

/** Work that paints; it runs at most once per animation frame however often it is asked for. */
export type FrameTask = () => void;

const due = new Set<FrameTask>();
let requested = false;

function runFrame(): void {
  requested = false;
  const tasks = [...due];
  due.clear();
  for (const task of tasks) task();
}

/** Runs `task` in the next animation frame. */
export function onNextFrame(task: FrameTask): void {
  due.add(task);
  if (requested) return;
  requested = true;
  requestAnimationFrame(runFrame);
}

/** Takes back what was asked for, when its element goes away. */
export function cancelFrame(task: FrameTask): void {
  due.delete(task);
}

/** Runs a task that waits for the next frame at once, if it still does. */
export function runEarly(task: FrameTask): void {
  if (due.delete(task)) task();
}

/** What a form outside React follows the market with. */
export const frames: Frames = { onNext: onNextFrame, cancel: cancelFrame };
