export { collapse, useAccountHeight } from './account-height.ts';
export { CollapseButton } from './collapse-button.tsx';
export { HeightHandle } from './height-handle.tsx';
