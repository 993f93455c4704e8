export { Assets } from './assets.tsx';
