import { textHook } from '../../../platform/texts.tsx';
import english from './text.en.json';

export const useContractSettingsText = textHook('contract-settings', english);
