/** Steps after each of which the process may die without anything being lost, in the order in which an order passes them. */
export type FailPoint =
  | 'request read'
  | 'order sent'
  | 'turn begun'
  | 'turn written'
  | 'order applied'
  | 'turn synced'
  | 'turn told'
  | 'request answered'
  | 'history gathered'
  | 'history written'
  | 'history kept'
  | 'snapshot begun'
  | 'snapshot half written'
  | 'snapshot written'
  | 'snapshot named'
  | 'journal read';

/**
 * Marks a step. It does nothing: only the build of the kill tests has another file in the place of this one, which ends the process at
 * the step that it is told.
 */
export function failPoint(_step: FailPoint): void {}
