import { existsSync, readFileSync, statSync } from 'node:fs';
import { FolderUnusable } from './folder-unusable.ts';

/** Whether a path leads to a plain file. Reading a pipe or a device may never end. */
export const isPlainFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** The text of a small file of a data folder, trimmed. `forward` is the operator's way forward. Throws `FolderUnusable` without a text of the given shape. */
export function readKeyFile(file: string, shape: RegExp, forward: string): string {
  const text = isPlainFile(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (text !== undefined && shape.test(text)) return text;
  throw new FolderUnusable(`${file} is ${text === undefined ? 'not a file' : 'damaged'}: ${forward}.`);
}
