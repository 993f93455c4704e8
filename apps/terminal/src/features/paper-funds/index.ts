export { PaperFundsDialog } from './paper-funds-dialog.tsx';
