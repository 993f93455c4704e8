/** Thrown by the decoders: a text that passed its schema does not say what its field must say. */
export class WireMalformed extends Error {
  override readonly name = 'WireMalformed';
  readonly field: string;

  constructor(field: string) {
    super(`The field ${field} is not valid.`);
    this.field = field;
  }
}
