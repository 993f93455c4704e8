import type { StateHash } from './engine-messages.ts';

/** Name of a state in the log, at the end of a run and at the start of the next. */
export const stateLine = ({ sequence, hash }: StateHash): string => `state ${hash} at record ${sequence}`;
