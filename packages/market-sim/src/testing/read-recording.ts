import { LINEAR_INSTRUMENTS } from '../instruments/linear-instruments.ts';
import { RecordingReader, type Recording } from '../replay/parse-recording.ts';

/** Reads lines as a file; `symbol` as if its name stated it. */
export function readRecording(lines: Iterable<string>, symbol?: string): Recording {
  const reader = new RecordingReader({ instruments: LINEAR_INSTRUMENTS, ...(symbol === undefined ? {} : { symbol }) });
  for (const line of lines) reader.push(line);
  return reader.finish();
}
