export { OptionBoard } from './option-board.tsx';
export { OptionFacts } from './option-facts.tsx';
export { boardExpiries, nearestRow, type BoardExpiry, type BoardRow } from './board-rows.ts';
