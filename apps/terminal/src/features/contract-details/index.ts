export { ContractDetails } from './contract-details.tsx';
