export { SpotForm } from './spot-form.tsx';
export { createSpotFormStore, type SpotFormStore } from './spot-form-store.ts';
