export { ConnectionDot, StatusLine } from './status-line.tsx';
