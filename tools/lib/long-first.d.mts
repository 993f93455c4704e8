import type { TestSequencerConstructor } from 'vitest/node';

export function longFirst(names: readonly string[]): TestSequencerConstructor;
