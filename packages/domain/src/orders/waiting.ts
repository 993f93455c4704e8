import type { OrderRecord } from '../records/records.ts';
import type { OrderStatus } from './order.ts';

const WAITING: ReadonlySet<OrderStatus> = new Set(['Untriggered', 'Triggered']);

/** An untriggered conditional order reserves nothing. */
export const isWaiting = ({ status }: Pick<OrderRecord, 'status'>): boolean => WAITING.has(status);
