export { AccountBlock, AccountLine } from '../features/account-summary/index.ts';
export { ChartPanel } from '../features/chart-panel/index.ts';
export { StatusLine } from '../features/connection/index.ts';
export { ReverseDialogs } from '../features/positions/index.ts';
export { PaperChip, UserMenu } from '../features/session/index.ts';
export { TpslDialogs } from '../features/tpsl/index.ts';
export { AccountPanel } from './account-panel.tsx';
export { Messages } from './messages.tsx';
export { Notices } from './notices.tsx';
