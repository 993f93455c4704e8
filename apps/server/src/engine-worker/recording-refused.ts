/** A recording that cannot be played; the message names the file and a way forward. */
export class RecordingRefused extends Error {
  override readonly name = 'RecordingRefused';
}
