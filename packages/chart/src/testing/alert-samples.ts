import { NEVER, type Alert, type LogEntry } from '../frame/alerts/alert.ts';

/** "BTCUSDT crosses 100", once. */
export function alertSample(part: Partial<Alert> = {}): Alert {
  return {
    id: 'a1',
    ticker: 'BTCUSDT',
    priceDigits: 1,
    priceStep: 0.1,
    resolution: '1',
    studies: [],
    subject: { kind: 'price' },
    operator: 'cross',
    target: { kind: 'value', value: 100 },
    trigger: 'once',
    expires: NEVER,
    name: '',
    message: '',
    state: 'active',
    firedBar: 0,
    ...part,
  };
}

export function entrySample(part: Partial<LogEntry> = {}): LogEntry {
  return { id: 'f1', alert: 'a1', ticker: 'BTCUSDT', title: 'BTCUSDT crosses 100', message: '', time: 5, value: 100, digits: 1, ...part };
}
