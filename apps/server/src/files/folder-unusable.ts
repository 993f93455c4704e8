/** A data folder, or a file in it, cannot be used as it is. The message names it and a way forward. */
export class FolderUnusable extends Error {
  override readonly name = 'FolderUnusable';
}

/** An error of the operating system as a sentence for the operator, such as a missing permission; `undefined` for any other error. */
export function systemRefusal(error: unknown): string | undefined {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  return code === undefined || syscall === undefined ? undefined : `The operating system refused a request of the server: ${message}`;
}
