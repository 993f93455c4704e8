export { OptionBoard } from './option-board.tsx';
export { OptionFacts } from './option-facts.tsx';
export { boardExpiries, type BoardExpiry } from './board-rows.ts';
export { useBoardText } from './texts.ts';
