export { CloseAllButton } from './close-all.tsx';
export { Positions } from './positions.tsx';
export { ReverseDialogs } from './reverse-cell.tsx';
