export { AlgoForm } from './algo-form.tsx';
