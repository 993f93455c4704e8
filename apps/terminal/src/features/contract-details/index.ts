export { ContractDetails } from './contract-details.tsx';
export { Terms } from './terms.tsx';
