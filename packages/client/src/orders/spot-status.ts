/** Statuses of a spot order on the wire. */
export type SpotStatus =
  'Filled' | 'PartiallyFilledCanceled' | 'PartiallyFilled' | 'Deactivated' | 'Cancelled' | 'Triggered' | 'Rejected' | 'Untriggered' | 'New';

export type ShownSpotStatus =
  | 'FILLED'
  | 'PARTIALLY_FILLED_CANCELED'
  | 'PARTIALLY_FILLED'
  | 'ORDER_CANCELED'
  | 'CANCELED'
  | 'ORDER_FILLED'
  | 'ORDER_REJECTED'
  | 'REJECTED'
  | 'ORDER_NEW'
  | 'NEW';

/** What a spot order's status is called on screen; a plan order (one with a trigger) has words of its own for two of them. */
export function spotStatus(status: SpotStatus, isPlan: boolean): ShownSpotStatus {
  switch (status) {
    case 'Filled':
      return 'FILLED';
    case 'PartiallyFilledCanceled':
      return 'PARTIALLY_FILLED_CANCELED';
    case 'PartiallyFilled':
      return 'PARTIALLY_FILLED';
    case 'Deactivated':
      return 'ORDER_CANCELED';
    case 'Cancelled':
      return isPlan ? 'ORDER_CANCELED' : 'CANCELED';
    case 'Triggered':
      return 'ORDER_FILLED';
    case 'Rejected':
      return isPlan ? 'ORDER_REJECTED' : 'REJECTED';
    case 'Untriggered':
      return 'ORDER_NEW';
    case 'New':
      return 'NEW';
  }
}
