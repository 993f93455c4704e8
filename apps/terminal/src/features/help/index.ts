export { ReverseHelp } from './help.tsx';
