export { AccountBlock, FiguresFreshness, AccountLine, AccountStrip } from './account-summary.tsx';
