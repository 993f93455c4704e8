/** Steps after each of which the process may die without loss, in the order in which an order passes them. */
export type FailPoint =
  | 'request read'
  | 'order sent'
  | 'turn begun'
  | 'turn written'
  | 'commit started'
  | 'order applied'
  | 'turn told'
  | 'turn synced'
  | 'turn confirmed'
  | 'turn released'
  | 'request answered'
  | 'history gathered'
  | 'history written'
  | 'history kept'
  | 'snapshot begun'
  | 'snapshot half written'
  | 'snapshot written'
  | 'snapshot named'
  | 'journal read'
  | 'upgrade begun'
  | 'opening written'
  | 'first record written'
  | 'history copied'
  | 'upgrade complete'
  | 'archive made'
  | 'journal archived'
  | 'snapshots archived'
  | 'upgrade finished';

/** Marks a step. It does nothing: the build of the kill tests replaces this file by one that ends the process at a given step. */
export function failPoint(_step: FailPoint): void {}
