export { AccountBlock, AccountLine } from './account-summary.tsx';
