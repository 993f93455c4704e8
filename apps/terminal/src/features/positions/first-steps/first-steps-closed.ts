import { createStore, type Readable } from '@tapedeck/client';
import { keepChoice, readChoice } from '../../../platform/storage.ts';

const CHOICE = 'firstSteps';
const CLOSED = 'closed';
const closed = createStore(readChoice(CHOICE) === CLOSED);

/** Whether the trader has closed the first steps, which then stay away. */
export const firstStepsClosed: Readable<boolean> = closed;

export function closeFirstSteps(): void {
  closed.set(true);
  keepChoice(CHOICE, CLOSED);
}
