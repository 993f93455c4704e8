import { keepChoice, readChoice } from './storage.ts';

const nameOf = (symbol: string): string => `order.step.${symbol}`;

/** The price step that was chosen last for a symbol on this machine; '' for a tick. */
export const keptPriceStep = (symbol: string): string => readChoice(nameOf(symbol)) ?? '';

export const keepPriceStep = (symbol: string, step: string): void => keepChoice(nameOf(symbol), step);
