export { Positions } from './positions.tsx';
