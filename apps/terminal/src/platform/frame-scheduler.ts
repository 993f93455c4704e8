import type { Frames } from '@tapedeck/client';

/** Painting work; it runs at most once per animation frame, however often it is requested. */
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

/** Cancels a request when its element is removed. */
export function cancelFrame(task: FrameTask): void {
  due.delete(task);
}

/** Runs a task that waits for the next frame immediately, if it still waits. */
export function runEarly(task: FrameTask): void {
  if (due.delete(task)) task();
}

/** Frame scheduling for forms outside React. */
export const frames: Frames = { onNext: onNextFrame, cancel: cancelFrame };
