import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sequenceOfName } from './segment.ts';

export interface SegmentFile {
  readonly path: string;
  readonly firstSequence: number;
}

/** The segment files of a folder, oldest first. */
export function listSegments(folder: string): readonly SegmentFile[] {
  const found: SegmentFile[] = [];
  for (const name of readdirSync(folder)) {
    const firstSequence = sequenceOfName(name);
    if (firstSequence !== undefined) found.push({ path: join(folder, name), firstSequence });
  }
  return found.sort((a, b) => a.firstSequence - b.firstSequence);
}
