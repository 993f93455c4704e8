export { DisplayChoices } from './display-choices.tsx';
