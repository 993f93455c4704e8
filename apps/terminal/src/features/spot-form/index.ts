export { SpotForm } from './spot-form.tsx';
export { createSpotFormStore } from './spot-form-store.ts';
