export { HeldPresses } from './held-presses.tsx';
