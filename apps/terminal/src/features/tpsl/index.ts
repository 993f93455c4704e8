export { TpslDialogs } from './tpsl-dialogs.tsx';
