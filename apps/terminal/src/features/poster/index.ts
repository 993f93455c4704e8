export { Posters } from './posters.tsx';
