export { AccountBlock, AccountLine, AccountStrip } from './account-summary.tsx';
