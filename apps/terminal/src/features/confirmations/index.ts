export { Confirmations } from './confirmations.tsx';
