/** Thrown by the decoders when a text passes its schema but has no valid value. */
export class WireMalformed extends Error {
  override readonly name = 'WireMalformed';
  readonly field: string;

  constructor(field: string) {
    super(`The field ${field} is not valid.`);
    this.field = field;
  }
}
